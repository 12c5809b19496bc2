import { ApiError, type Problem } from "../net/api";
import { t, tryWord } from "./words.svelte";

/** What the server refused, in the language of the app; its own texts are for programmers. */
export const refusalWords = ({ code }: Problem): string => tryWord(`refused.${code}`) ?? t("refused.other");

/** What went wrong with a request: refused, or not heard at all. */
export const failureWords = (error: unknown): string => (error instanceof ApiError ? refusalWords(error.problem) : t("start.offline"));

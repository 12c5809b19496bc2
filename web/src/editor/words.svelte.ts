import { format, type Params } from "../words/format";
import { language, type Language } from "../words/words.svelte";
import en from "./words/en.json";

/** The editor's words; they come with the editor, so that nobody else loads them. */
export type Key = keyof typeof en;
type Catalogue = Record<Key, string>;

const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => Promise.resolve({ default: en }),
  is: () => import("./words/is.json"),
  da: () => import("./words/da.json"),
  sv: () => import("./words/sv.json"),
  nb: () => import("./words/nb.json"),
  fi: () => import("./words/fi.json"),
};

const now = $state<{ language: Language; words: Catalogue }>({ language: "en", words: en });

export async function learnWords(): Promise<void> {
  const wanted = language();
  const found = await catalogues[wanted]().catch(() => ({ default: en }));
  now.words = found.default;
  now.language = wanted;
}

export const w = (key: Key, params: Params = {}): string => format(now.words[key] ?? en[key], params, now.language);

/** A word that may not exist, such as what a field means in English, which the service says itself. */
export const tryW = (key: string): string | undefined => (now.words as Record<string, string>)[key] || undefined;

import * as files from "../problems/problems.svelte";
import { tryW } from "./words.svelte";

/** Fields of a file by the names that they have in the editor. */
const named = (text: string): string => text.replace(/\b[a-z]+(_[a-z]+)+\b/g, (field) => tryW(`rule.${field}`) ?? field);

/** What is wrong with a draft and what would be right, in the words of the editor. */
export function told(problem: files.Problem): files.Told {
  const { wrong, right } = files.told(problem);
  return { wrong: named(wrong), right: named(right) };
}

import { format, type Params } from "../words/format";
import { language } from "../words/words.svelte";
import type { Problem } from "./service";
import en from "./words/en.json";
import { tryW } from "./words.svelte";

/** What the service says of a kind of problem, as a pattern; the slots of its English are what stands in every language. */
interface Pattern {
  kind: string;
  slots: string[];
  text: RegExp;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const FAMILY = "problem.";

function pattern([key, english]: [string, string]): Pattern {
  const slots = [...english.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "");
  return { kind: key.slice(FAMILY.length), slots, text: new RegExp(`^${english.split(/\{\w+\}/).map(escaped).join("(.+?)")}$`, "u") };
}

/** Those that say most first, so that none is taken for a shorter one. */
const PATTERNS = Object.entries(en).filter(([key]) => key.startsWith(FAMILY)).sort(([, a], [, b]) => b.length - a.length).map(pattern);
const FIELD = /^\w+: /; // before what is wrong with a field of a thing, which the place of the problem says too

/** Fields of a file by the names that they have in the editor. */
const named = (text: string): string => text.replace(/\b[a-z]+(_[a-z]+)+\b/g, (field) => tryW(`rule.${field}`) ?? field);

export interface Told {
  wrong: string;
  right: string;
  /** Whether it is in English, whatever the language. */
  isEnglish: boolean;
}

/** A problem in the language of the app; one that only a file can have is told as the service does. */
export function told({ wrong, right }: Problem): Told {
  const english = { wrong, right, isEnglish: true };
  const said = `${wrong}; ${right}`;
  for (const { kind, slots, text } of PATTERNS) {
    const found = text.exec(said.replace(FIELD, "")) ?? text.exec(said);
    if (!found) continue;
    const params: Params = Object.fromEntries(slots.map((slot, i) => [slot, found[i + 1] ?? ""]));
    const [first = "", second = ""] = named(format(tryW(`problem.${kind}`) ?? said, params, language())).split("; ");
    return { wrong: first, right: second, isEnglish: false };
  }
  return english;
}

import en from "./en.json";
import { format, number, type Params } from "./format";

export const LANGUAGES = { en: "English", is: "Íslenska", da: "Dansk", sv: "Svenska", nb: "Norsk", fi: "Suomi" } as const;
export type Language = keyof typeof LANGUAGES;
export type Key = keyof typeof en;
type Catalogue = Record<Key, string>;

const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => Promise.resolve({ default: en }),
  is: () => import("./is.json"),
  da: () => import("./da.json"),
  sv: () => import("./sv.json"),
  nb: () => import("./nb.json"),
  fi: () => import("./fi.json"),
};

const now = $state<{ language: Language; words: Catalogue }>({ language: "en", words: en });

export const language = (): Language => now.language;

export function t(key: Key, params: Params = {}): string {
  return format(now.words[key] ?? en[key], params, now.language);
}

/** A word that may not exist, such as the name of a board that somebody added. */
export function tryWord(key: string): string | undefined {
  return (now.words as Record<string, string>)[key];
}

export const num = (value: number): string => number(value, now.language);

/** Points with their sign, such as +7 or −4. */
export const signed = (value: number): string => (value < 0 ? `−${num(-value)}` : `+${num(value)}`);

export async function speak(wanted: Language): Promise<void> {
  const found = await catalogues[wanted]();
  now.words = found.default;
  now.language = wanted;
  document.documentElement.lang = wanted;
}

export function choose(wanted: Language): Promise<void> {
  localStorage.setItem("branchline.language", wanted);
  return speak(wanted);
}

/** The language chosen before, else the first of the browser's that there is. */
export function preferred(): Language {
  const wished = [localStorage.getItem("branchline.language") ?? "", ...navigator.languages];
  for (const wish of wished) {
    const base = wish.toLowerCase().split("-")[0] ?? "";
    const name = base === "no" || base === "nn" ? "nb" : base;
    if (name in LANGUAGES) return name as Language;
  }
  return "en";
}

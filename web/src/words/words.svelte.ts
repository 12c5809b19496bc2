import { format, number, type Params } from "./format";

export const LANGUAGES = { en: "English", is: "Íslenska", da: "Dansk", sv: "Svenska", nb: "Norsk", fi: "Suomi" } as const;
export type Language = keyof typeof LANGUAGES;
export type Key = keyof typeof import("./en.json");
type Catalogue = Record<Key, string>;

const catalogues: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("./en.json"),
  is: () => import("./is.json"),
  da: () => import("./da.json"),
  sv: () => import("./sv.json"),
  nb: () => import("./nb.json"),
  fi: () => import("./fi.json"),
};

/** Nothing is shown before the first language is there. */
const now = $state<{ language: Language; words: Catalogue }>({ language: "en", words: {} as Catalogue });

export const language = (): Language => now.language;

export function t(key: Key, params: Params = {}): string {
  return format(now.words[key], params, now.language);
}

/** A word that may not exist, such as the name of a board that somebody added. */
export function tryWord(key: string): string | undefined {
  return (now.words as Record<string, string>)[key];
}

export const num = (value: number): string => number(value, now.language);

/** Points with their sign, such as +7 or −4. */
export const signed = (value: number): string => (value < 0 ? `−${num(-value)}` : `+${num(value)}`);

/** The language as it is written where the browser is at home, for dates and times. */
const region = (): string => navigator.languages.find((each) => each.split("-")[0] === now.language) ?? now.language;

/** A moment as the language writes it: the time, and the day if it is another one. */
export function dateAndTime(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(region(), isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" }).format(at);
}

export const timeOnly = (at: number): string => new Intl.DateTimeFormat(region(), { timeStyle: "short" }).format(at);

export const dateOnly = (at: number): string => new Intl.DateTimeFormat(region(), { dateStyle: "medium" }).format(at);

export async function speak(wanted: Language): Promise<void> {
  const found = await catalogues[wanted]();
  now.words = found.default;
  now.language = wanted;
  document.documentElement.lang = wanted;
  document.querySelector('meta[name="description"]')?.setAttribute("content", t("start.text"));
}

export async function choose(wanted: Language): Promise<void> {
  localStorage.setItem("branchline.language", wanted);
  await speak(wanted);
  dispatchEvent(new Event("branchline-language"));
}

/** The language chosen before, else the first of the browser's that there is, as `public/first.js` found it. */
export const preferred = (): Language => document.documentElement.lang as Language;

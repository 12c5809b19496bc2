import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { format, number } from "../src/words/format";

const source = join(import.meta.dirname, "../src");
const languages = ["en", "is", "da", "sv", "nb", "fi"] as const;
const catalogue = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(source, "words", `${language}.json`), "utf8")) as Record<string, string>;
const en = catalogue("en");
const code = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(svelte|ts)$/.test(file))
  .map((file) => readFileSync(join(source, file), "utf8"))
  .join("\n");

const parameters = (message: string): string[] => [...message.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? "").sort();

describe("catalogues", () => {
  it.each(languages)("%s has every key, and no other", (language) => {
    expect(Object.keys(catalogue(language))).toEqual(Object.keys(en));
  });

  it.each(languages)("%s takes the same parameters in every message", (language) => {
    for (const [key, message] of Object.entries(catalogue(language)))
      if (message) expect([key, ...new Set(parameters(message))]).toEqual([key, ...new Set(parameters(en[key] ?? ""))]);
  });

  it.each(languages.slice(1))("%s is translated", (language) => {
    const same = Object.entries(catalogue(language)).filter(([key, message]) => message === en[key] && message.length > 24);
    expect(same).toEqual([]);
  });

  it.each(languages.filter((language) => catalogue(language)["log.you"]))("%s has “you” only where it is the subject", (language) => {
    const told = Object.entries(catalogue(language)).filter(([key, message]) => key.startsWith("log.") && message.includes("{who}"));
    expect(told.filter(([, message]) => !/^(?:[^{}]+! )?\{who\}/.test(message))).toEqual([]);
  });

  it("every key is used", () => {
    const families = [...code.matchAll(/[`"]([a-z]+(?:\.[a-z]+)*\.)\$\{/g)].map((found) => found[1] ?? "");
    const unused = Object.keys(en).filter(
      (key) => !code.includes(`"${key}"`) && !families.some((family) => key.startsWith(family)),
    );
    expect(unused).toEqual([]);
  });

  it("every key in the code exists", () => {
    const named = [...code.matchAll(/\bt\(\s*"([^"]+)"/g), ...code.matchAll(/\bsay\(\s*"([^"]+)"/g)].map((found) => found[1] ?? "");
    expect(named.filter((key) => !(key in en))).toEqual([]);
    expect(named.length).toBeGreaterThan(150);
  });
});

describe("format", () => {
  it("fills in and chooses by the plural rules of the language", () => {
    const message = "{who} has {n|one:# card|other:# cards}";
    expect(format(message, { who: "Anna", n: 1 }, "en")).toBe("Anna has 1 card");
    expect(format(message, { who: "Anna", n: 0 }, "en")).toBe("Anna has 0 cards");
    expect(format("{n|one:# lestarvagn|other:# lestarvagnar}", { n: 21 }, "is")).toBe("21 lestarvagn");
    expect(format("{n|one:# kortti|other:# korttia}", { n: 2 }, "fi")).toBe("2 korttia");
  });

  it("leaves unknown parameters and writes numbers as the language does", () => {
    expect(format("{a} {b}", { a: 12345 }, "en")).toBe("12,345 {b}");
    expect(format("{a}", { a: 12345 }, "da")).toBe("12.345");
  });

  it.each(languages)("writes one minus sign in %s, for parts of a score and for totals", (language) => {
    expect(number(-4, language)).toBe("−4");
  });
});

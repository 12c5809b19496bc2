import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "../src/editor");
const languages = ["en", "is", "da", "sv", "nb", "fi"] as const;
const catalogue = (language: string): Record<string, string> => JSON.parse(readFileSync(join(folder, "words", `${language}.json`), "utf8")) as Record<string, string>;
const en = catalogue("en");
const code = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.(svelte|ts)$/.test(file))
  .map((file) => readFileSync(join(folder, file), "utf8"))
  .join("\n");
const parameters = (message: string): string[] => [...new Set([...message.matchAll(/\{(\w+)/g)].map((found) => found[1] ?? ""))].sort();

describe("the editor's words", () => {
  it.each(languages)("%s has every key, and no other", (language) => {
    expect(Object.keys(catalogue(language))).toEqual(Object.keys(en));
  });

  it.each(languages)("%s takes the same parameters in every message", (language) => {
    for (const [key, message] of Object.entries(catalogue(language))) {
      const [needed, taken] = [parameters(en[key] ?? ""), parameters(message)];
      if (message) expect([key, ...taken]).toEqual([key, ...needed]);
    }
  });

  it.each(languages.slice(1))("%s is translated, what the fields of the rules mean too", (language) => {
    const same = Object.entries(catalogue(language)).filter(([key, message]) => message === "" || (message === en[key] && message.length > 24));
    expect(same).toEqual([]);
  });

  it("are all used", () => {
    const families = [...code.matchAll(/[`"]([a-z]+(?:\.[a-z]+)*\.)\$\{/g)].map((found) => found[1] ?? "");
    expect(Object.keys(en).filter((key) => !code.includes(`"${key}"`) && !families.some((family) => key.startsWith(family)))).toEqual([]);
  });

  it("are all there", () => {
    const named = [...code.matchAll(/\bw\(\s*"([^"]+)"/g)].map((found) => found[1] ?? "");
    expect(named.filter((key) => !(key in en))).toEqual([]);
    expect(named.length).toBeGreaterThan(120);
  });
});

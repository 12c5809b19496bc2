/** Messages: `{name}` is a parameter; `{n|one:# card|other:# cards}` chooses by the plural rules of the language. */

export type Params = Record<string, string | number>;

export function format(message: string, params: Params, language: string): string {
  return message.replace(/\{(\w+)((?:\|\w+:[^|}]*)*)\}/g, (whole, name: string, forms: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (!forms) return shown(value, language);
    const choices = new Map(
      forms
        .slice(1)
        .split("|")
        .map((form) => {
          const colon = form.indexOf(":");
          return [form.slice(0, colon), form.slice(colon + 1)] as const;
        }),
    );
    const exact = choices.get(`n${value}`);
    const form = exact ?? choices.get(plurals(language).select(Number(value))) ?? choices.get("other") ?? "";
    return form.replaceAll("#", shown(value, language));
  });
}

const rules = new Map<string, Intl.PluralRules>();
const numbers = new Map<string, Intl.NumberFormat>();

function plurals(language: string): Intl.PluralRules {
  let found = rules.get(language);
  if (!found) rules.set(language, (found = new Intl.PluralRules(language)));
  return found;
}

/** A number as the language writes it, with a true minus sign in every one. */
export function number(value: number, language: string): string {
  let found = numbers.get(language);
  if (!found) numbers.set(language, (found = new Intl.NumberFormat(language)));
  return found.format(value).replace("-", "−");
}

function shown(value: string | number, language: string): string {
  return typeof value === "number" ? number(value, language) : value;
}

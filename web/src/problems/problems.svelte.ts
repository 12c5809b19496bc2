import { format, type Params } from "../words/format";
import { language, type Language } from "../words/words.svelte";

/** Something that is wrong with a board: where, its kind and the values of its sentence, and the sentence in English. */
export interface Problem {
  path: (string | number)[];
  line: number;
  entry: string;
  kind: string;
  values: Record<string, string | number | string[]>;
  /** Of the entry, that is wrong. */
  field: string;
  /** With which alone it is wrong. */
  option: string;
  wrong: string;
  right: string;
}

type Words = Record<string, string>;

/** They come when a problem is first told; the service tells it in English. */
const catalogues: Record<Exclude<Language, "en">, () => Promise<{ default: Words }>> = {
  is: () => import("./is.json"),
  da: () => import("./da.json"),
  sv: () => import("./sv.json"),
  nb: () => import("./nb.json"),
  fi: () => import("./fi.json"),
};
const known = $state<Partial<Record<Language, Words>>>({});

function wordsOf(wanted: Language): Words | undefined {
  if (wanted !== "en" && !known[wanted]) void catalogues[wanted]().then((found) => (known[wanted] = found.default), () => {});
  return known[wanted];
}

export interface Told {
  wrong: string;
  right: string;
}

/** What is wrong and what would be right, in the language of the app; the field is named by whoever shows it. */
export function told(problem: Problem): Told {
  const words = wordsOf(language());
  const message = words?.[problem.kind];
  if (!words || !message) return { wrong: problem.field ? problem.wrong.replace(`${problem.field}: `, "") : problem.wrong, right: problem.right };
  const listed = new Intl.ListFormat(language());
  const params: Params = Object.fromEntries(Object.entries(problem.values).map(([name, value]) => [name, Array.isArray(value) ? listed.format(value) : value]));
  const [wrong = "", right = ""] = message.split("; ").map((part) => format(part, params, language()).trim());
  return { wrong: problem.option ? format(words["with_option"] ?? "", { option: problem.option, wrong }, language()) : wrong, right };
}

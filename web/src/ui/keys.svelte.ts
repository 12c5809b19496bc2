/** Keys of one letter at a table: each only leads somewhere, none makes a move. They can be changed and turned off. */
export const LETTERS = { deck: "d", tickets: "t", list: "l", board: "b", again: "r", help: "?" } as const;
export type Shortcut = keyof typeof LETTERS;

const KEY = "branchline.keys";

interface Kept {
  on: boolean;
  letters: Record<Shortcut, string>;
}

function read(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
    return { on: kept.on ?? true, letters: { ...LETTERS, ...kept.letters } };
  } catch {
    return { on: true, letters: { ...LETTERS } };
  }
}

const now = $state<Kept>(read());
const keep = (): void => localStorage.setItem(KEY, JSON.stringify(now));

export const keysOn = (): boolean => now.on;
export const letterOf = (shortcut: Shortcut): string => now.letters[shortcut];

/** For `aria-keyshortcuts`; nothing while they are off. */
export const shown = (shortcut: Shortcut): string | undefined => (now.on ? now.letters[shortcut] : undefined);

export function turnKeys(on: boolean): void {
  now.on = on;
  keep();
}

/** Give a shortcut another letter; whoever had that letter gets the old one. */
export function changeLetter(shortcut: Shortcut, letter: string): void {
  const wanted = letter.trim().toLowerCase().slice(-1);
  if (!wanted || /[0-9]/.test(wanted)) return;
  const other = (Object.keys(now.letters) as Shortcut[]).find((each) => now.letters[each] === wanted);
  if (other) now.letters[other] = now.letters[shortcut];
  now.letters[shortcut] = wanted;
  keep();
}

/** What a key means here: a shortcut, or a place of the display from 0 on; null if nothing, or while it is held down. */
export function meaning(event: KeyboardEvent): Shortcut | number | null {
  const target = event.target as Element;
  if (!now.on || event.repeat || event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog, input, select, textarea")) return null;
  if (/^[1-5]$/.test(event.key)) return Number(event.key) - 1;
  return (Object.keys(now.letters) as Shortcut[]).find((each) => now.letters[each] === event.key.toLowerCase()) ?? null;
}

/** What this browser remembers: the seats it holds, the games it took part in, and the player's name. */

export interface Held {
  id: string;
  board: string;
  seats: { seat: number; token: string }[];
  host?: string;
  invite?: string;
  at: number;
}

const KEY = "branchline.tables";

function read(): Held[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Held[];
  } catch {
    return [];
  }
}

export const heldTables = (): Held[] => read().sort((a, b) => b.at - a.at);

export const held = (id: string): Held | undefined => read().find((table) => table.id === id);

export function hold(table: Omit<Held, "at">): void {
  const others = read().filter((other) => other.id !== table.id);
  localStorage.setItem(KEY, JSON.stringify([...others, { ...table, at: Date.now() }].slice(-60)));
}

export function forget(id: string): void {
  localStorage.setItem(KEY, JSON.stringify(read().filter((other) => other.id !== id)));
}

export const myName = (): string => localStorage.getItem("branchline.name") ?? "";

export function rememberName(name: string): void {
  localStorage.setItem("branchline.name", name);
}

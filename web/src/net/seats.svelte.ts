/** What this browser remembers: the seats it holds, the games it took part in, and the player's name. */

import type { Table } from "./live.svelte";

export interface HeldSeat {
  seat: number;
  token: string;
}

/** What a list of games shows of a table, also when the server cannot be asked. */
export type Glance = Pick<Table, "id" | "board" | "title" | "status" | "to_move" | "lesson"> & { names: string[]; winners: string[] };

export const glanceOf = ({ id, board, title, status, to_move, seats, result, lesson }: Table): Glance => ({
  id, board, title, status, to_move, lesson: lesson ?? null, names: seats.map((seat) => seat.name), winners: result?.winners ?? [],
});

export interface Held {
  id: string;
  board: string;
  seats: HeldSeat[];
  host?: string;
  invite?: string;
  at: number;
  glance?: Glance;
  /** Where this browser is told of its turns at the table. */
  push?: string;
}

const KEY = "branchline.tables";
const MOST_FINISHED = 500;
const state = $state({ version: 0 });

function read(): Held[] {
  void state.version; // whoever reads it looks again when it changes
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Held[];
  } catch {
    return [];
  }
}

/** Games under way are never dropped, of the finished ones only the oldest of very many. */
function write(tables: Held[]): void {
  const finished = tables.filter((table) => table.glance?.status === "over").sort((a, b) => b.at - a.at);
  const dropped = new Set(finished.slice(MOST_FINISHED));
  localStorage.setItem(KEY, JSON.stringify(tables.filter((table) => !dropped.has(table))));
  state.version += 1;
}

addEventListener("storage", (event) => event.key === KEY && (state.version += 1)); // another tab of this browser

export const heldTables = (): Held[] => read().sort((a, b) => b.at - a.at);

export const held = (id: string): Held | undefined => read().find((table) => table.id === id);

export function hold(table: Omit<Held, "at">): void {
  write([...read().filter((other) => other.id !== table.id), { ...table, at: Date.now() }]);
}

/** Note what a table looked like last; nothing if this browser does not know it. */
export function note(id: string, glance: Glance): void {
  const known = held(id);
  if (known && JSON.stringify(known.glance) !== JSON.stringify(glance)) write(read().map((table) => (table.id === id ? { ...table, glance } : table)));
}

export function holdPush(id: string, push: string): void {
  write(read().map((table) => (table.id === id ? { ...table, push } : table)));
}

export function forget(id: string): void {
  write(read().filter((other) => other.id !== id));
}

/** Keep that we were at a table, but not its seats. */
export function forgetSeats(id: string): void {
  write(read().map((table) => (table.id === id ? { ...table, seats: [] } : table)));
}

/** The seats of a table have a new order: at each place stands the number it had. */
export function moveSeats(id: string, order: number[]): void {
  write(read().map((table) => (table.id === id ? { ...table, seats: table.seats.map((seat) => ({ ...seat, seat: order.indexOf(seat.seat) })) } : table)));
}

/** The address that takes the seats of a table to another device; whoever has it plays there. */
export function takeAlong({ id, seats, host, invite }: Held): string {
  const parts = new URLSearchParams(seats.map(({ seat, token }) => ["seat", `${seat}.${token}`]));
  if (host) parts.set("host", host);
  const join = invite?.split("#join=")[1];
  if (join) parts.set("join", join);
  return `${location.origin}/t/${id}#${parts}`;
}

/** Take the seats that the address brings, and clear them from it; says whether there were any. */
export function takeFromAddress(): boolean {
  const id = /^\/t\/(\w+)/.exec(location.pathname)?.[1];
  const brought = new URLSearchParams(location.hash.slice(1));
  const seats = brought.getAll("seat").flatMap((each): HeldSeat[] => {
    const [number, ...token] = each.split(".");
    return token.length && Number.isInteger(Number(number)) ? [{ seat: Number(number), token: token.join(".") }] : [];
  });
  if (!id || !seats.length) return false;
  const known = held(id);
  const join = brought.get("join");
  const host = brought.get("host") ?? known?.host;
  const invite = join ? `/t/${id}#join=${join}` : known?.invite;
  const others = known?.seats.filter((seat) => !seats.some((other) => other.seat === seat.seat)) ?? [];
  hold({ id, board: known?.board ?? "", seats: [...others, ...seats], ...(host ? { host } : {}), ...(invite ? { invite } : {}) });
  history.replaceState(null, "", location.pathname);
  return true;
}

export const myName = (): string => localStorage.getItem("branchline.name") ?? "";

export function rememberName(name: string): void {
  localStorage.setItem("branchline.name", name);
}

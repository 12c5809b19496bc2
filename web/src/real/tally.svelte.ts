/** A real game as people describe it: kept on this device, with every step to go back to; the service counts it. */

import { ApiError, ask, type Problem } from "../net/api";
import type { Game, Score } from "../game/types";

export interface Entries {
  board: string;
  options: Record<string, string | number | boolean>;
  names: string[];
  /** Whose each claimed route is; −1 is the neutral player. */
  owners: Record<number, number>;
  /** The tickets of every player, and in the Card Game those of them that are completed. */
  tickets: number[][];
  done: number[][];
  stations: string[][];
  tokens: number[];
  loans: number[];
  festivals: Record<string, number>[];
}

export interface Result {
  scores: Score[];
  winners: string[];
}

const KEY = "branchline.count";
const PAUSE = 250; // ms after the last change until the service is asked
const AGAIN = 4000; // ms until it is asked again when it did not answer

export function begun(board: string, names: string[], options: Entries["options"] = {}): Entries {
  const each = <T>(make: () => T): T[] => names.map(make);
  return { board, options, names, owners: {}, tickets: each(() => []), done: each(() => []), stations: each(() => []), tokens: each(() => 0), loans: each(() => 0), festivals: each(() => ({})) };
}

/** What the service is asked to count. */
export function asked(entries: Entries): unknown {
  const routes = (seat: number): number[] => Object.entries(entries.owners).flatMap(([route, owner]) => (owner === seat ? [Number(route)] : []));
  const players = entries.names.map((name, seat) => ({
    name, routes: routes(seat), tickets: entries.tickets[seat], done: entries.done[seat], stations: entries.stations[seat],
    tokens: entries.tokens[seat], loans: entries.loans[seat],
    festivals: Object.fromEntries(Object.entries(entries.festivals[seat] ?? {}).filter(([, cards]) => cards > 0)),
  }));
  return { board: entries.board, options: entries.options, players, neutral: routes(-1) };
}

const isEntries = (found: unknown): found is Entries => {
  const it = found as Partial<Entries> | null;
  const lists = [it?.tickets, it?.done, it?.stations, it?.tokens, it?.loans, it?.festivals];
  return typeof it?.board === "string" && Array.isArray(it.names) && it.names.length > 0 && it.names.length <= 8 &&
    it.names.every((name) => typeof name === "string") && typeof it.owners === "object" && typeof it.options === "object" &&
    lists.every((list) => Array.isArray(list) && list.length === it.names?.length);
};

/** Entries as the end of a link, and back; null for what no link of ours says. */
export function toLink(entries: Entries): string {
  const bytes = new TextEncoder().encode(JSON.stringify(entries));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
export function fromLink(text: string): Entries | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isEntries(found) ? found : null;
  } catch {
    return null;
  }
}

function kept(): Entries[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown[];
    return found.filter(isEntries);
  } catch {
    return [];
  }
}

export class Tally {
  /** Everything that was ever entered, the newest last. */
  #steps = $state.raw<Entries[]>(kept());
  result = $state.raw<Result | null>(null);
  /** What the rules say cannot be; null if nothing. */
  problem = $state.raw<Problem | null>(null);
  /** Whether the service does not answer, so that the count waits. */
  waits = $state(false);
  /** Whether this browser keeps nothing. */
  lost = $state(false);
  /** The entries that the result is of. */
  counted = $state.raw<Entries | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get now(): Entries | null {
    return this.#steps.at(-1) ?? null;
  }
  get canUndo(): boolean {
    return this.#steps.length > 1;
  }
  /** Whether the result is that of what is entered now. */
  get isCounted(): boolean {
    return this.counted !== null && this.counted === this.now;
  }

  enter(next: Entries): void {
    this.#set([...this.#steps, next]);
  }
  undo(): void {
    if (this.canUndo) this.#set(this.#steps.slice(0, -1));
  }
  #set(steps: Entries[]): void {
    this.#steps = steps;
    this.#keep();
    this.count(PAUSE);
  }
  #keep(): void {
    for (let steps = this.#steps; ; steps = steps.slice(Math.ceil(steps.length / 2))) {
      try {
        localStorage.setItem(KEY, JSON.stringify(steps));
        this.lost = false;
        return;
      } catch {
        this.lost = true;
        if (steps.length <= 1) return;
      }
    }
  }

  /** Ask for the count, soon; an answer that comes after another change is not taken. */
  count(after = 0): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#count(), after);
  }
  async #count(): Promise<void> {
    const entries = this.now;
    if (!entries || !entries.names.length) return;
    try {
      const result = await ask<Result>("/count", asked(entries));
      if (entries !== this.now) return;
      [this.result, this.problem, this.counted, this.waits] = [result, null, entries, false];
    } catch (error) {
      if (entries !== this.now) return;
      this.waits = !(error instanceof ApiError);
      this.problem = error instanceof ApiError ? error.problem : null;
      if (this.waits) this.count(AGAIN);
    }
  }
  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** How many trains of a player lie on the board. */
export const trainsOf = (game: Game, entries: Entries, seat: number): number =>
  game.kind === "map" ? game.routes.reduce((sum, route) => sum + (entries.owners[route.id] === seat ? route.length : 0), 0) : 0;

/** Who has a ticket; null if nobody. */
export function holder(entries: Entries, ticket: number): number | null {
  const seat = entries.tickets.findIndex((tickets) => tickets.includes(ticket));
  return seat < 0 ? null : seat;
}

const without = <T>(list: T[], item: T): T[] => list.filter((each) => each !== item);
const changed = <T>(list: T[], seat: number, change: (item: T) => T): T[] => list.map((item, i) => (i === seat ? change(item) : item));

/** Give a route to a player, or to nobody. */
export function give(entries: Entries, route: number, seat: number | null): Entries {
  const { [route]: _, ...rest } = entries.owners;
  return { ...entries, owners: seat === null ? rest : { ...rest, [route]: seat } };
}
export function toggleTicket(entries: Entries, seat: number, ticket: number): Entries {
  const has = entries.tickets[seat]?.includes(ticket);
  return {
    ...entries,
    tickets: changed(entries.tickets, seat, (own) => (has ? without(own, ticket) : [...own, ticket])),
    done: changed(entries.done, seat, (own) => without(own, ticket)),
  };
}
export const toggleDone = (entries: Entries, seat: number, ticket: number): Entries => ({
  ...entries, done: changed(entries.done, seat, (own) => (own.includes(ticket) ? without(own, ticket) : [...own, ticket])),
});
export const toggleStation = (entries: Entries, seat: number, city: string): Entries => ({
  ...entries, stations: changed(entries.stations, seat, (own) => (own.includes(city) ? without(own, city) : [...own, city])),
});
export const setNumber = (entries: Entries, what: "tokens" | "loans", seat: number, value: number): Entries => ({
  ...entries, [what]: changed(entries[what], seat, () => value),
});
export const setFestival = (entries: Entries, seat: number, city: string, cards: number): Entries => ({
  ...entries, festivals: changed(entries.festivals, seat, (own) => ({ ...own, [city]: cards })),
});

import type { GameEvent, View } from "../game/types";
import { ask, type Replayed } from "./api";
import type { HeldSeat } from "./seats.svelte";
import type { Table } from "./live.svelte";

const EVERY = 100_000; // more moves than any game has

/** A game looked at again, move by move: as one player saw it, as somebody who watched, or with all cards open. */
export class Past {
  table = $state.raw<Table | null>(null);
  views = $state.raw<Record<string, View>>({});
  mine = $state.raw<number[]>([]);
  events = $state.raw<GameEvent[]>([]);
  latest = $state.raw<GameEvent[]>([]);
  move = $state(0);
  moves = $state(0);
  as = $state("");
  /** A better line that is shown in place of the game: which decision's, and after how many of its steps. */
  line = $state.raw<{ costly: number; step: number } | null>(null);
  ready = $state(false);
  failure = $state.raw<unknown>(null);
  readonly online = true;
  readonly past = true;
  readonly seq = 0;
  eyes = $state(0);

  #wanted = 0;
  #cache = new Map<string, Promise<Replayed>>();
  #told = new Map<string, Promise<GameEvent[]>>();

  constructor(readonly id: string, readonly seats: HeldSeat[]) {}

  get choices(): string[] {
    const all = this.table?.seats.map((seat) => String(seat.seat)) ?? [];
    return this.table?.status === "over" ? ["open", ...all, "watch"] : [...this.seats.map((seat) => String(seat.seat)), "watch"];
  }

  async start(move: number, as: string): Promise<void> {
    this.failure = null;
    try {
      const found = await ask<{ table: Table }>(`/tables/${this.id}`, undefined, this.seats[0]?.token);
      this.table = found.table;
      const mine = this.seats[0];
      this.as = this.choices.includes(as) ? as : mine ? String(mine.seat) : (this.choices[0] ?? "watch");
      this.moves = (await this.#read(EVERY)).moves;
      await this.#show(move < 0 || move > this.moves ? this.moves : move);
      this.ready = true;
    } catch (error) {
      this.failure = error;
    }
  }

  go(move: number): void {
    void this.#show(Math.max(0, Math.min(this.moves, move)));
  }

  see(as: string): void {
    this.as = as;
    const { line } = this;
    void this.#show(this.move).then(() => line && this.imagine(line.costly, line.step));
  }

  /** Show the position after some steps of a better line. */
  async imagine(costly: number, step: number): Promise<void> {
    const wanted = (this.line = { costly, step });
    const found = await ask<{ views: Record<string, View> }>(`/tables/${this.id}/better?costly=${costly}&step=${step}&as=${this.as}`, undefined, this.#token());
    if (this.line === wanted) this.#take(found.views);
  }

  async #show(move: number): Promise<void> {
    this.move = this.#wanted = move;
    this.line = null;
    const [found, told] = await Promise.all([this.#read(move), this.#tell()]);
    if (this.#wanted !== move) return;
    this.#take(found.views);
    this.events = told.filter((event) => Number(event["move"] ?? 0) <= move);
    this.latest = found.events;
    void this.#read(Math.min(this.moves, move + 1));
  }

  #take(views: Record<string, View>): void {
    const seats = Object.keys(views).filter((key) => key !== "watch").map(Number);
    this.mine = seats;
    this.eyes = Object.values(views)[0]?.to_move ?? seats[0] ?? 0;
    this.views = Object.fromEntries(Object.entries(views).map(([key, view]) => [key, { ...view, actions: [] }]));
  }

  /** Everything that happened, each with the number of its move. */
  #tell(): Promise<GameEvent[]> {
    const path = `/tables/${this.id}/events?as=${this.as}`;
    let found = this.#told.get(path);
    if (!found) {
      found = ask<{ events: GameEvent[] }>(path, undefined, this.#token()).then(({ events }) => events);
      this.#told.set(path, found);
      found.catch(() => this.#told.delete(path));
    }
    return found;
  }

  #token(): string | undefined {
    return this.seats.find((seat) => String(seat.seat) === this.as)?.token ?? this.seats[0]?.token;
  }

  #read(move: number): Promise<Replayed> {
    const path = `/tables/${this.id}/replay?move=${move}&as=${this.as}`;
    let found = this.#cache.get(path);
    if (!found) {
      found = ask<Replayed>(path, undefined, this.#token());
      this.#cache.set(path, found);
      found.catch(() => this.#cache.delete(path));
    }
    return found;
  }

  look(): void {}
  skip(): void {}
  send(): Promise<{ ok: false; error: { code: string; text: string; rule: null } }> {
    return Promise.resolve({ ok: false, error: { code: "over", text: "", rule: null } });
  }
}

import type { GameEvent, View } from "../game/types";
import { ask, type Replayed } from "./api";
import type { Table } from "./live.svelte";

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
  ready = $state(false);
  failed = $state(false);
  readonly online = true;
  readonly past = true;
  readonly seq = 0;
  eyes = $state(0);

  #wanted = 0;
  #cache = new Map<string, Promise<Replayed>>();
  #told = new Map<string, Promise<GameEvent[]>>();

  constructor(readonly id: string, readonly seats: { seat: number; token: string }[]) {}

  get choices(): string[] {
    const all = this.table?.seats.map((seat) => String(seat.seat)) ?? [];
    return this.table?.status === "over" ? ["open", ...all, "watch"] : [...this.seats.map((seat) => String(seat.seat)), "watch"];
  }

  async start(move: number, as: string): Promise<void> {
    try {
      const found = await ask<{ table: Table }>(`/tables/${this.id}`, undefined, this.seats[0]?.token);
      this.table = found.table;
      this.moves = found.table.moves;
      const mine = this.seats[0];
      this.as = this.choices.includes(as) ? as : mine ? String(mine.seat) : (this.choices[0] ?? "watch");
      await this.#show(move < 0 || move > this.moves ? this.moves : move);
      this.ready = true;
    } catch {
      this.failed = true;
    }
  }

  go(move: number): void {
    void this.#show(Math.max(0, Math.min(this.moves, move)));
  }

  see(as: string): void {
    this.as = as;
    void this.#show(this.move);
  }

  async #show(move: number): Promise<void> {
    this.move = this.#wanted = move;
    const [found, told] = await Promise.all([this.#read(move), this.#tell()]);
    if (this.#wanted !== move) return;
    const seats = Object.keys(found.views).filter((key) => key !== "watch").map(Number);
    const any = Object.values(found.views)[0];
    this.mine = seats;
    this.eyes = any?.to_move ?? seats[0] ?? 0;
    this.views = Object.fromEntries(Object.entries(found.views).map(([key, view]) => [key, { ...view, actions: [] }]));
    this.events = told.filter((event) => Number(event["move"] ?? 0) <= move);
    this.latest = found.events;
    void this.#read(Math.min(this.moves, move + 1));
  }

  /** Everything that happened, each with the number of its move. */
  #tell(): Promise<GameEvent[]> {
    const path = `/tables/${this.id}/events?as=${this.as}`;
    let found = this.#told.get(path);
    if (!found) {
      found = ask<{ events: GameEvent[] }>(path, undefined, this.#token()).then(({ events }) => events);
      this.#told.set(path, found);
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

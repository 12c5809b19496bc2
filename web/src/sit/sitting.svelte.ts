/** A bot at a real table: what people said is kept on this device and sent whole; the service plays it again. */

import type { Reason, Shown } from "../coach/coach";
import type { Action, Colour, GameEvent, View } from "../game/types";
import { ApiError, ask, type Problem } from "../net/api";

export interface Setup {
  board: string;
  options: Record<string, string | number | boolean>;
  names: string[];
  /** Which of them is the bot. */
  seat: number;
  level: string;
}

export type Asks = "cards" | "drawn" | "tickets" | "pack" | "keep" | "returned" | "complete" | "move" | "pay" | "over";

/** What the service makes of all that was said. */
export interface Told {
  question: { asks: Asks; player: number | null; turned: boolean; tickets: number };
  moves: string[];
  events: GameEvent[];
  may: { cards?: string[]; keep?: number[]; routes?: number[]; cities?: string[]; rows?: Partial<Record<Colour, number>>; three?: Colour[]; moves?: Partial<Action>[] };
  did: { shown: Shown; reasons: Reason[] }[];
  view: View;
}

/** What was said, and what the bot did then; both are taken back together. */
interface Answer {
  say: string;
  moves: string[];
}
interface Kept {
  setup: Setup;
  answers: Answer[];
}

const KEY = "branchline.sit";
const AGAIN = 4000; // ms until the service is asked again when it did not answer

function kept(): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
    return found && Array.isArray(found.answers) && Array.isArray(found.setup.names) ? found : null;
  } catch {
    return null;
  }
}

export class Sitting {
  #now = $state.raw<Kept | null>(kept());
  told = $state.raw<Told | null>(null);
  /** What the service would not take, and what it was asked then. */
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);
  /** Whether the service does not answer. */
  waits = $state(false);
  /** Whether this browser keeps nothing. */
  lost = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  get setup(): Setup | null {
    return this.#now?.setup ?? null;
  }
  get canUndo(): boolean {
    return (this.#now?.answers.length ?? 0) > 0 && !this.busy;
  }

  begin(setup: Setup): void {
    this.told = null;
    this.#keep({ setup, answers: [] });
    void this.#ask();
  }
  /** Go on with what was kept. */
  resume(): void {
    if (this.#now) void this.#ask();
  }
  say(text: string): void {
    if (!this.busy) void this.#ask(text);
  }
  undo(): void {
    if (!this.#now || !this.canUndo) return;
    this.#keep({ ...this.#now, answers: this.#now.answers.slice(0, -1) });
    void this.#ask();
  }
  stop(): void {
    clearTimeout(this.#timer);
  }

  async #ask(said?: string): Promise<void> {
    const now = this.#now;
    if (!now) return;
    clearTimeout(this.#timer);
    this.busy = true;
    const moves = now.answers.flatMap((answer) => answer.moves);
    const answers = [...now.answers.map((answer) => answer.say), ...(said === undefined ? [] : [said])];
    try {
      const told = await ask<Told>("/sit", { ...now.setup, answers, moves });
      if (said !== undefined) this.#keep({ ...now, answers: [...now.answers, { say: said, moves: told.moves.slice(moves.length) }] });
      [this.told, this.problem, this.waits] = [told, null, false];
    } catch (error) {
      this.problem = error instanceof ApiError ? error.problem : null;
      this.waits = !(error instanceof ApiError);
      if (this.waits) this.#timer = setTimeout(() => void this.#ask(said), AGAIN);
    }
    this.busy = this.waits && said !== undefined;
  }

  #keep(next: Kept): void {
    this.#now = next;
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
      this.lost = false;
    } catch {
      this.lost = true;
    }
  }
}

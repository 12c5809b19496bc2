import type { GameEvent, Score, View } from "../game/types";
import { type Problem } from "./api";
import { held } from "./seats";

export interface TableSeat {
  seat: number;
  kind: "open" | "person" | "bot";
  name: string;
  level: string | null;
  away: boolean;
  lost: boolean;
  present: boolean;
  spent_ms: number;
  replace: number[];
}

export interface Table {
  id: string;
  board: string;
  title: string;
  options: Record<string, string | number | boolean>;
  status: "lobby" | "playing" | "over";
  seq: number;
  seats: TableSeat[];
  clock: { kind?: "live" | "days"; move_seconds?: number; game_seconds?: number } | null;
  timeout: "bot" | "lose";
  public: boolean;
  to_move: number | null;
  turn_began: number;
  deadline: number | null;
  /** Why, if the game did not end by its rules. */
  ended: "resigned" | "timed_out" | null;
  undo: { asked: number; agreed: number[] } | null;
  moves: number;
  before: string | null;
  next: string | null;
  is_record: boolean;
  result: { scores: Score[]; winners: string[]; played_out?: boolean } | null;
}

type Views = Record<string, View>;
type Events = Record<string, GameEvent[]>;

interface Frame {
  type: "welcome" | "state" | "news" | "table" | "reply";
  seq?: number;
  seats?: number[];
  table?: Table;
  views?: Views;
  events?: Events;
  reply?: number | string | null;
  id?: number | string | null;
  ok?: boolean;
  error?: Problem;
  why?: Problem | null;
}

type Answer = { ok: true; frame: Frame } | { ok: false; error: Problem };

const PACE = 900; // milliseconds between two things that others do, so that one can follow
const LOST: Problem = { code: "offline", text: "", rule: null };

/** A table as this browser follows it: state, news in order, and what it sends. */
export class Live {
  table = $state.raw<Table | null>(null);
  views = $state.raw<Views>({});
  mine = $state.raw<number[]>([]);
  events = $state.raw<GameEvent[]>([]);
  /** The events of the last piece of news, for what is animated and announced; none after connecting anew. */
  latest = $state.raw<GameEvent[]>([]);
  /** Whether the last news came all at once, so that nothing of it is animated. */
  hurried = false;
  seq = $state(0);
  online = $state(false);
  missing = $state(false);
  readonly past = false;
  /** Whose events are told, when this browser holds several seats. */
  eyes = $state(0);

  #socket: WebSocket | null = null;
  #queue: Frame[] = [];
  #pacing: ReturnType<typeof setTimeout> | undefined;
  #waiting = new Map<number, (answer: Answer) => void>();
  #next = 1;
  #closed = false;
  #retry = 300;
  #told: Record<string, GameEvent[]> = {};

  constructor(readonly id: string) {
    this.connect();
  }

  get tokens(): string[] {
    return held(this.id)?.seats.map((seat) => seat.token) ?? [];
  }

  connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live`);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", tokens: this.tokens, since: this.seq }));
    socket.onmessage = (message) => this.#receive(JSON.parse(message.data as string) as Frame);
    socket.onclose = (event) => {
      this.online = false;
      for (const answer of this.#waiting.values()) answer({ ok: false, error: LOST });
      this.#waiting.clear();
      if (event.code === 4404) this.missing = true;
      else if (!this.#closed) setTimeout(() => !this.#closed && this.connect(), this.#retry);
      this.#retry = Math.min(this.#retry * 1.6, 5000);
    };
  }

  /** Connect anew with the seats held now, for instance after joining. */
  again(): void {
    this.#socket?.close();
    this.#retry = 50;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#pacing);
    this.#socket?.close();
  }

  send(frame: Record<string, unknown>): Promise<Answer> {
    const id = this.#next++;
    return new Promise((resolve) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) return resolve({ ok: false, error: LOST });
      this.#waiting.set(id, resolve);
      this.#socket.send(JSON.stringify({ ...frame, id }));
    });
  }

  #receive(frame: Frame): void {
    const answered = frame.type === "reply" ? frame.id : frame.reply;
    if (frame.type === "welcome" || frame.type === "state") {
      this.online = true;
      this.#retry = 300;
      this.#queue = [];
      this.#take(frame, false);
    } else if (frame.type === "table") {
      if (frame.table) this.table = { ...frame.table, status: this.#queue.length ? (this.table?.status ?? frame.table.status) : frame.table.status };
    } else if (frame.type === "news") {
      const own = answered !== undefined && answered !== null;
      if (own) this.skip();
      this.#queue.push(frame);
      if (own || !this.#pacing) this.#step();
    }
    if (typeof answered === "number") {
      const waiting = this.#waiting.get(answered);
      this.#waiting.delete(answered);
      waiting?.(frame.type === "reply" && !frame.ok ? { ok: false, error: frame.error ?? LOST } : { ok: true, frame });
    }
  }

  #step(): void {
    const frame = this.#queue.shift();
    if (!frame) return;
    this.#take(frame, true);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
    const wait = frame.views && !still ? PACE : 0;
    if (!wait) {
      this.#step();
      return;
    }
    this.#pacing = setTimeout(() => {
      this.#pacing = undefined;
      this.#step();
    }, wait);
  }

  /** Show everything that has happened, now. */
  skip(): void {
    clearTimeout(this.#pacing);
    this.#pacing = undefined;
    const missed = this.#queue.splice(0).flatMap((frame) => {
      const before = this.seq;
      this.#take(frame, true);
      return this.seq > before ? this.latest : [];
    });
    if (!missed.length) return;
    this.latest = missed;
    this.hurried = true;
  }

  get behind(): boolean {
    return this.#pacing !== undefined;
  }

  #take(frame: Frame, news: boolean): void {
    if (frame.seq !== undefined && news && frame.seq <= this.seq) return;
    if (frame.seats) this.mine = frame.seats;
    if (frame.table) this.table = frame.table;
    if (frame.views && Object.keys(frame.views).length) this.views = { ...this.views, ...frame.views };
    const told = frame.events ?? {};
    for (const [seat, events] of Object.entries(told)) this.#told[seat] = [...(this.#told[seat] ?? []), ...events];
    this.hurried = false;
    this.latest = news ? (told[this.#key()] ?? Object.values(told)[0] ?? []) : [];
    if (frame.seq !== undefined) this.seq = frame.seq;
    const key = this.#key();
    this.events = this.#told[key] ?? [];
  }

  #key(): string {
    return this.mine.length ? String(this.mine.includes(this.eyes) ? this.eyes : this.mine[0]) : "watch";
  }

  look(seat: number): void {
    this.eyes = seat;
    this.events = this.#told[this.#key()] ?? [];
  }
}

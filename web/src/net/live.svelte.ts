import type { GameEvent, Score, View } from "../game/types";
import type { Missing } from "../game/why";
import { pause } from "../ui/pace.svelte";
import { type Problem } from "./api";
import type { Fairness } from "./fair";
import { forgetSeats, glanceOf, held, moveSeats, note } from "./seats.svelte";
import { keepSeen, lastSeen } from "./seen";
import { setServerTime } from "./time.svelte";

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
  /** Whether whoever set the table sits here. */
  host?: boolean;
  /** The colour that was chosen; else that of the place. */
  colour?: number | null;
}

export interface Table {
  id: string;
  board: string;
  title: string;
  options: Record<string, string | number | boolean>;
  /** What the draws follow from; null in games that began before that was so. */
  fair: Fairness | null;
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
  /** Who has chosen first tickets before their turn. */
  early?: number[];
  /** The lesson that is played here, with a deal made for it. */
  lesson?: string | null;
  /** Whether players may ask the coach during the game. */
  hints?: boolean;
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
  why?: (Problem & { missing?: Missing | null }) | null;
  /** The time of the server, in milliseconds since 1970. */
  now?: number;
}

type Answer = { ok: true; frame: Frame } | { ok: false; error: Problem };

const DIG = 1900; // milliseconds for a tunnel, whose cards are turned up one by one
const LOST: Problem = { code: "offline", text: "", rule: null };
const BEAT = 1000; // milliseconds between looks at the connection
const QUIET = 4000; // after so long without a word the server is asked whether it is there
const PATIENCE = 6000; // and has so long to answer
const ENTRY = 30_000; // or to let us in the first time: rules may have to be compiled

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
  /** When what is shown was so, if it was kept from an earlier visit and the server cannot be reached. */
  seenAt = $state<number | null>(null);
  readonly past = false;
  /** Whose events are told, when this browser holds several seats. */
  eyes = $state(0);

  #socket: WebSocket | null = null;
  #queue: Frame[] = [];
  #pacing: ReturnType<typeof setTimeout> | undefined;
  #retrying: ReturnType<typeof setTimeout> | undefined;
  #beating: ReturnType<typeof setInterval>;
  #waiting = new Map<number, (answer: Answer) => void>();
  #next = 1;
  #closed = false;
  #retry = 300;
  #heard = 0;
  #asked: number | null = null;
  #welcomed = false;
  #entered = false;
  #told: Record<string, GameEvent[]> = {};

  constructor(readonly id: string) {
    this.connect();
    this.#beating = setInterval(() => this.#beat(), BEAT);
    document.addEventListener("visibilitychange", this.#look);
    addEventListener("online", this.#look);
    addEventListener("offline", this.#lose);
    void lastSeen(id).then((seen) => {
      if (!seen || this.table || this.#closed) return;
      this.#told = seen.told;
      this.seenAt = seen.at;
      this.#take({ type: "state", table: seen.table, views: seen.views, seats: seen.mine }, false);
    });
  }

  get tokens(): string[] {
    return held(this.id)?.seats.map((seat) => seat.token) ?? [];
  }

  connect(): void {
    clearTimeout(this.#retrying);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/live`);
    this.#socket = socket;
    this.#asked = performance.now();
    this.#welcomed = false;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", tokens: this.tokens, since: this.seenAt === null ? this.seq : 0 }));
    socket.onmessage = (message) => {
      this.#heard = performance.now();
      this.#asked = null;
      this.online ||= this.#welcomed;
      this.#receive(JSON.parse(message.data as string) as Frame);
    };
    socket.onclose = (event) => {
      if (event.code === 4404 || event.code === 4410) this.missing = true;
      this.#drop();
    };
  }

  /** Let a connection go, whether it knows already that it is dead or not, and try a new one. */
  #drop(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.online = false;
    for (const answer of this.#waiting.values()) answer({ ok: false, error: LOST });
    this.#waiting.clear();
    if (this.#closed || this.missing) return;
    this.#retrying = setTimeout(() => this.connect(), this.#retry);
    this.#retry = Math.min(this.#retry * 1.6, 5000);
  }

  /** A connection may be dead without knowing it: ask when nothing was heard, and give up when nothing is answered. */
  #beat(): void {
    const now = performance.now();
    if (!this.#socket) return;
    const patience = this.#socket.readyState === WebSocket.OPEN && !this.#entered ? ENTRY : PATIENCE;
    if (this.#asked !== null && now - this.#asked > patience) this.#drop();
    else if (this.#asked === null && now - this.#heard > QUIET) this.#ping();
  }

  #ping(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#asked = performance.now();
    const sent = Date.now();
    void this.send({ type: "ping" }).then((answer) => answer.ok && answer.frame.now !== undefined && setServerTime(answer.frame.now, sent, Date.now()));
  }

  /** Whoever looks at the page again must not wait to learn that it is dead. */
  #look = (): void => {
    void this.send({ type: "look", visible: !document.hidden });
    if (document.hidden) return;
    if (this.#socket) this.#ping();
    else {
      this.#retry = 300;
      this.connect();
    }
  };

  #lose = (): void => {
    this.online = false;
    if (this.#asked === null) this.#asked = performance.now();
  };

  /** Connect anew with the seats held now, for instance after joining. */
  again(): void {
    this.#retry = 50;
    this.#drop();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#pacing);
    clearTimeout(this.#retrying);
    clearInterval(this.#beating);
    document.removeEventListener("visibilitychange", this.#look);
    removeEventListener("online", this.#look);
    removeEventListener("offline", this.#lose);
    this.#drop();
  }

  send(frame: Record<string, unknown>): Promise<Answer> {
    const id = this.#next++;
    return new Promise((resolve) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) return resolve({ ok: false, error: LOST });
      this.#waiting.set(id, resolve);
      this.#asked ??= performance.now();
      this.#socket.send(JSON.stringify({ ...frame, id }));
    });
  }

  #receive(frame: Frame): void {
    const answered = frame.type === "reply" ? frame.id : frame.reply;
    if (frame.type === "welcome" || frame.type === "state") {
      this.online = this.#welcomed = this.#entered = true;
      this.#retry = 300;
      this.#queue = [];
      if (this.seenAt !== null) this.#told = {};
      this.seenAt = null;
      this.#take(frame, false);
      this.#ping();
      if (document.hidden) void this.send({ type: "look", visible: false });
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
    const isDug = Object.values(frame.events ?? {}).some((events) => events.some((event) => event.kind === "turned"));
    const wait = frame.views && !still && pause() ? Math.max(pause(), isDug ? DIG : 0) : 0;
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
    if (Object.values(frame.events ?? {}).some((events) => events.some((event) => event.kind === "deleted"))) {
      this.missing = true;
      return this.#drop();
    }
    if (frame.seats) this.#sit(frame.seats, frame, news);
    if (frame.table) this.table = frame.table;
    if (frame.views && Object.keys(frame.views).length) this.views = { ...this.views, ...frame.views };
    const told = frame.events ?? {};
    for (const [seat, events] of Object.entries(told)) this.#told[seat] = [...(this.#told[seat] ?? []), ...events];
    this.hurried = false;
    this.latest = news ? (told[this.#key()] ?? Object.values(told)[0] ?? []) : [];
    if (frame.seq !== undefined) this.seq = frame.seq;
    const key = this.#key();
    this.events = this.#told[key] ?? [];
    if (this.seenAt === null && this.table && this.mine.length) this.#remember(this.table);
  }

  /** Keep how the table looks now, for lists of games and for times without a connection. */
  #remember(table: Table): void {
    note(this.id, { ...glanceOf(table), to_move: Object.values(this.views)[0]?.to_move ?? table.to_move });
    void keepSeen(this.id, { at: Date.now(), table, views: this.views, mine: this.mine, told: this.#told });
  }

  /** Seats that were moved, taken from us or made over to another device. */
  #sit(seats: number[], frame: Frame, news: boolean): void {
    const lost = news && this.mine.length > seats.length;
    const order = Object.values(frame.events ?? {})[0]?.find((event) => event.kind === "seated")?.["order"] as number[] | undefined;
    if (order) moveSeats(this.id, order);
    this.mine = seats;
    if (lost && frame.table?.status === "lobby") forgetSeats(this.id);
    if (lost && frame.table?.status === "playing") this.again();
  }

  #key(): string {
    return this.mine.length ? String(this.mine.includes(this.eyes) ? this.eyes : this.mine[0]) : "watch";
  }

  look(seat: number): void {
    this.eyes = seat;
    this.events = this.#told[this.#key()] ?? [];
  }
}

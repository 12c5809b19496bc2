import { citiesNamed } from "../game/cities.svelte";
import type { RouteLook } from "../board/look";
import type { Advice, Shown } from "../coach/coach";
import { Atlas } from "../game/atlas";
import { lastActs, type Act } from "../game/acts";
import { arrange } from "../game/display";
import { claimable, proposeExchange, waysFor, without } from "../game/pay";
import { lines, plain, type Line } from "../game/tell";
import { sorted, stateOf, type TicketState } from "../game/tickets";
import type { Action, CardName, Cards, Game, GameEvent, MapGame, Route, Ticket, View } from "../game/types";
import { why, type Missing, type Why } from "../game/why";
import { gameTitle } from "../game/words";
import type { Problem } from "../net/api";
import type { Table } from "../net/live.svelte";
import { chime } from "../ui/sound.svelte";
import { askWords } from "./asks";
import { flights, type Flight } from "./flights";
import type { Revealed } from "./revealed";
import { Voice } from "./voice.svelte";

const TURN = 450; // milliseconds for each card of a tunnel
const LINGER = 1800; // that a tunnel stays in sight when nothing is asked

/** What a desk looks at: a table that is played, or one that is replayed. */
export interface Source {
  table: Table | null;
  views: Record<string, View>;
  mine: number[];
  events: GameEvent[];
  latest: GameEvent[];
  seq: number;
  eyes: number;
  online: boolean;
  /** Whether this is a replay, in which nobody can do anything. */
  past: boolean;
  look(seat: number): void;
  skip(): void;
  send(frame: Record<string, unknown>): Promise<{ ok: true } | { ok: false; error: Problem } | { ok: true; frame: { why?: (Problem & { missing?: Missing | null }) | null } }>;
}

/** Cards turned up for a tunnel: which of them cost one more, and how many are face up so far. */
export interface Tunnel {
  route: string;
  id: number | null;
  cards: CardName[];
  matches: boolean[];
  seat: number;
}

export type Asks =
  | "keep" | "pick" | "pay" | "second" | "neutral" | "festival" | "complete" | "turn" | "wait" | "over";

/** Everything that one person at the table sees, has chosen and can do. */
export class Desk {
  readonly atlas: Atlas | null;
  readonly #tickets: Map<string, Ticket>;
  #flown = 0;
  selected = $state<number | null>(null);
  way = $state(0);
  free = $state<Cards | null>(null);
  station = $state<string | null>(null);
  hints = $state(true);
  ticketsOnMap = $state(true);
  asList = $state(false);
  /** Whether the page about the keys is open. */
  asksKeys = $state(false);
  /** Whether the player is looking for a place for a station. */
  building = $state(false);
  /** The name of the one ticket to be shown on the board; null: all. */
  active = $state<string | null>(null);
  /** Whether the final score lies beside the board. */
  counting = $state(false);
  /** At the end: whose ticket is shown on the board, in place of the player's own. */
  revealed = $state.raw<Revealed | null>(null);
  /** What the coach was asked, and said. */
  advice = $state.raw<Advice | null>(null);
  /** In a review: the better move. */
  suggested = $state.raw<Shown | null>(null);
  /** What was done in its place, in a review. */
  regretted = $state.raw<Shown | null>(null);
  kept = $state<number[]>([]);
  problem = $state<Problem | null>(null);
  whyNot = $state<{ route: Route; why: Why; rule: string | null; missing?: Missing | null } | null>(null);
  fresh = $state<Set<number>>(new Set());
  tunnel = $state.raw<Tunnel | null>(null);
  /** How many of its cards lie face up. */
  turned = $state(0);
  #digging: ReturnType<typeof setTimeout> | undefined;
  #withheld: GameEvent[] = [];
  /** Lines of the chat that were looked at, and lines of the log. */
  #seen = $state({ chat: 0, log: 0 });
  places = $state.raw<(CardName | null)[]>([null, null, null, null, null]);
  flights = $state.raw<Flight[]>([]);
  /** How many of the last events are not to be told yet: the cards of a tunnel that are still face down. */
  held = $state(0);
  /** The totals as far as they are counted, while they are. */
  tally = $state.raw<number[] | null>(null);
  /** How often what is animated was cut short. */
  skips = $state(0);
  busy = $state(false);
  readonly voice = new Voice();

  readonly view = $derived.by<View | null>(() => {
    const { views, mine, eyes } = this.source;
    if (!mine.length) return views["watch"] ?? null;
    return views[String(mine.includes(eyes) ? eyes : mine[0])] ?? null;
  });
  readonly seat = $derived(this.view?.player ?? null);
  readonly actions = $derived<Action[]>(this.view?.actions ?? []);
  /** By the rules, or because somebody gave up or ran out of time. */
  readonly over = $derived.by<boolean>(() => {
    const { past, table } = this.source;
    return this.view?.is_over === true || (!past && table?.status === "over" && table.result?.played_out === false);
  });
  /** Whether I can do something: it is my turn, or all choose their first tickets at the same time. */
  readonly myTurn = $derived(!this.over && this.view !== null && this.seat !== null && this.actions.length > 0);
  readonly claimable = $derived(this.view ? claimable(this.view) : []);
  /** The move that the coach would make, or shows. */
  readonly advised = $derived<Shown | null>(this.advice?.hint?.moves[this.advice.chosen]?.shown ?? this.suggested);
  /** The tunnel that is being dug, also where its cards were turned up before one came to look. */
  readonly digging = $derived.by<{ route: string; id: number | null } | null>(() => {
    if (this.tunnel || this.asks !== "pay") return this.tunnel;
    const claim = this.told.findLast((event) => event.kind === "claim");
    return claim ? { route: citiesNamed(claim.cities ?? []), id: this.atlas?.route.get(claim.route ?? "")?.id ?? null } : null;
  });
  readonly route = $derived.by<Route | null>(() => (this.selected === null ? null : (this.map?.routes[this.selected] ?? null)));
  readonly ways = $derived(this.view && this.selected !== null ? waysFor(this.view, this.selected) : []);
  readonly paying = $derived<Cards>(this.free ?? this.ways[this.way]?.cards ?? {});
  readonly handLeft = $derived(without(this.view?.hand ?? {}, this.selected === null && this.station === null ? {} : this.paying));
  /** What happened, as far as it has been shown. */
  readonly told = $derived.by<GameEvent[]>(() => (this.held ? this.source.events.slice(0, -this.held) : this.source.events));
  readonly lines = $derived.by<Line[]>(() => lines(this.told, this.#you));
  readonly acts = $derived.by<Map<number, Act>>(() => lastActs(this.told));
  readonly looks = $derived.by(() =>
    this.atlas && this.view ? this.#hidden(this.atlas.looks(this.view)) : [],
  );
  /** What others did since the player's own last act. */
  readonly news = $derived.by<Line[]>(() => {
    const { lines, seat } = this;
    const since = lines.findLastIndex((line) => line.seat === seat && line.tone === "move");
    return seat === null ? [] : lines.slice(since + 1).filter((line) => line.seat !== null && line.seat !== seat && !line.undone && (line.tone === "move" || line.tone === "warning"));
  });
  /** The routes that others claimed since then. */
  readonly rung = $derived.by<Set<number>>(() => {
    const { told, seat } = this;
    const since = told.findLastIndex((event) => event.seat === seat && !event.chance && event.kind !== "chat");
    return new Set(told.slice(since + 1).flatMap((event) => (event.kind === "claimed" || event.kind === "neutral_claimed" ? (this.atlas?.route.get(event.route ?? "")?.id ?? []) : [])));
  });
  readonly chat = $derived(this.lines.filter((line) => line.tone === "chat"));
  readonly unread = $derived({ chat: Math.max(0, this.chat.length - this.#seen.chat), log: this.lines.length > this.#seen.log });
  readonly tickets = $derived.by<TicketState[]>(() => sorted(this.ticketsOf(this.view?.tickets ?? []).flatMap((ticket, i) => this.#stateOf(ticket, i + 1) ?? [])));
  /** The one ticket that is singled out: an own one, or one on offer. */
  readonly shown = $derived.by<TicketState | null>(() => {
    const offered = this.offer.find((ticket) => ticket.name === this.active);
    if (offered) return this.#stateOf(offered, 0);
    return this.tickets.find((state) => state.ticket.name === this.active) ?? null;
  });
  /** The tickets that are shown on the board. */
  readonly onMap = $derived<TicketState[]>(this.shown ? [this.shown] : this.ticketsOnMap ? this.tickets : []);
  readonly offer = $derived.by(() => this.ticketsOf(this.view?.offer ?? []));
  readonly asks = $derived.by<Asks>(() => {
    if (!this.view || this.over) return "over";
    if (!this.myTurn) return "wait";
    const kinds = new Set(this.actions.map((action) => action.kind));
    if (kinds.has("keep")) return "keep";
    if (kinds.has("pick")) return "pick";
    if (kinds.has("pay") || kinds.has("withdraw")) return "pay";
    if (kinds.has("choose_neutral")) return "neutral";
    if (kinds.has("choose_festival")) return "festival";
    if (kinds.has("complete")) return "complete";
    return this.view.asks.includes("second card") ? "second" : "turn";
  });

  /** Whether something must be decided before anything else. */
  readonly isDeciding = $derived(["keep", "pick", "pay", "neutral", "festival"].includes(this.asks) || this.tunnel !== null || this.station !== null);

  constructor(readonly source: Source, readonly game: Game) {
    this.atlas = game.kind === "map" ? new Atlas(game) : null;
    this.#tickets = new Map(game.tickets.map((ticket) => [ticket.name, ticket]));
  }

  /** The seats that are spoken of as "you"; in a replay everybody has a name. */
  get #you(): number[] {
    return this.source.past ? [] : this.source.mine;
  }

  ticketsOf(names: string[]): Ticket[] {
    return names.flatMap((name) => this.#tickets.get(name) ?? []);
  }

  get map(): MapGame | null {
    return this.game.kind === "map" ? this.game : null;
  }

  get title(): string {
    return gameTitle(this.game.name, this.game.title);
  }

  nameOf(seat: number): string {
    return this.source.table?.seats[seat]?.name ?? this.view?.seats[seat]?.name ?? "";
  }

  #stateOf(ticket: Ticket, n: number): TicketState | null {
    const { atlas, view, source } = this;
    return atlas && view ? stateOf(atlas, view, ticket, n, this.over ? source.table?.result?.scores[this.seat ?? -1]?.done : undefined) : null;
  }

  /** Show only this ticket's cities and way on the board, or all again. */
  showTicket(name: string): void {
    this.active = this.active === name ? null : name;
  }

  /** Whoever looks at the chat or the log has seen what is there. */
  look(at: "chat" | "log"): void {
    this.#seen[at] = at === "chat" ? this.chat.length : this.lines.length;
  }

  /** Forget what was said and shown, so that the next one at this device does not learn it. */
  hush(): void {
    this.voice.hush();
    this.flights = [];
  }

  async select(route: Route | null): Promise<void> {
    this.whyNot = null;
    this.problem = null;
    this.station = null;
    this.free = null;
    this.way = 0;
    if (route === null || !this.view) {
      this.selected = null;
      return;
    }
    if (this.held) this.skip();
    if (this.asks !== "pay") this.tunnel = null; // it only lingers, and the claim takes its place
    this.selected = this.selected === route.id ? null : route.id;
    if (this.selected !== null && this.claimable.includes(route.id) && !waysFor(this.view, route.id).length)
      this.free = proposeExchange(this.view.hand, route) ?? {};
    if (this.selected !== null && !this.claimable.includes(route.id)) {
      const reason = this.atlas ? why(this.atlas, this.view, route) : null;
      if (reason) this.whyNot = { route, why: reason, rule: null };
      if (this.seat !== null && this.source.table?.status === "playing") {
        const answer = await this.source.send({ type: "why", route: route.id, seat: this.seat });
        const said = answer.ok && "frame" in answer ? answer.frame.why : null;
        if (said && reason && this.selected === route.id) this.whyNot = { route, why: reason, rule: said.rule, missing: said.missing ?? null };
      }
    }
  }

  /** Choose the first way to pay that takes this card. */
  payWith(card: CardName): void {
    this.way = Math.max(0, this.ways.findIndex((way) => way.cards?.[card]));
  }

  async play(move: string | number[] | Record<string, unknown>): Promise<boolean> {
    if (this.busy || this.seat === null) return false;
    this.busy = true;
    this.problem = null;
    this.tunnel = null;
    const answer = await this.source.send({ type: "play", seat: this.seat, move, at: this.source.seq });
    this.busy = false;
    if (answer.ok) {
      this.clear();
      return true;
    }
    this.problem = answer.error;
    return false;
  }

  do(action: Action | undefined): void {
    if (action) void this.play(action.do);
  }

  find(kind: string, more: Partial<Action> = {}): Action | undefined {
    return this.actions.find(
      (action) => action.kind === kind && Object.entries(more).every(([key, value]) => action[key as keyof Action] === value),
    );
  }

  draw(card: CardName | null): void {
    this.do(card === null ? this.find("draw", { from: "deck" }) : this.find("draw", { card }));
  }

  canDraw(card: CardName | null): boolean {
    return (card === null ? this.find("draw", { from: "deck" }) : this.find("draw", { card })) !== undefined;
  }

  claim(): void {
    if (this.selected === null) return;
    this.asList = false;
    if (this.free) void this.play({ route: this.selected, cards: $state.snapshot(this.free) });
    else this.do(this.ways[this.way]);
  }

  clear(): void {
    this.selected = null;
    this.station = null;
    this.free = null;
    this.way = 0;
    this.kept = [];
    this.advice = null;
    this.whyNot = null;
    this.building = false;
  }

  land(flight: Flight): void {
    this.flights = this.flights.filter((other) => other !== flight);
  }

  /** Cut short what is animated. */
  skip(): void {
    this.skips += 1;
    this.flights = [];
    if (this.held) this.#turnUp(this.tunnel?.cards.length ?? 0);
  }

  /** A route whose tunnel is still being dug looks as it did before. */
  #hidden(looks: RouteLook[]): RouteLook[] {
    const { held, tunnel } = this;
    return held && tunnel ? looks.map((look, id) => (id === tunnel.id && look.state === "claimed" ? { owner: null, state: "free" } : look)) : looks;
  }

  /** Turn the cards of a tunnel up one after the other; what follows from them is told afterwards. */
  #dig(latest: GameEvent[], first: number, animated: boolean): void {
    const claim = latest.find((event) => event.kind === "claim" && event.route_kind === "tunnel");
    if (!claim) return this.#announce(latest.slice(first));
    const cards = latest.flatMap((event) => (event.kind === "turned" ? (Object.keys(event.cards ?? {}) as CardName[]) : []));
    const matches = cards.map((card) => card === "locomotive" || (claim.cards?.[card] ?? 0) > 0);
    this.tunnel = { route: citiesNamed(claim.cities ?? []), id: this.atlas?.route.get(claim.route ?? "")?.id ?? null, cards, matches, seat: claim.seat ?? -1 };
    this.turned = 0;
    this.#withheld = latest.slice(first);
    this.held = this.#withheld.length;
    clearTimeout(this.#digging);
    if (animated) this.#digging = setTimeout(() => this.#turnUp(1), TURN);
    else this.#turnUp(cards.length);
  }

  #turnUp(n: number): void {
    const total = this.tunnel?.cards.length ?? 0;
    clearTimeout(this.#digging);
    this.turned = n;
    if (n < total) {
      this.held -= 1;
      this.#digging = setTimeout(() => this.#turnUp(n + 1), TURN);
      return;
    }
    this.held = 0;
    this.#announce(this.#withheld);
    this.#digging = setTimeout(() => this.asks !== "pay" && (this.tunnel = null), LINGER);
  }

  /** Say what happened, and what is asked now. */
  #announce(events: GameEvent[]): void {
    this.voice.say(lines(events, this.#you).map(plain).join(" "));
    this.voice.ask(this.myTurn && this.source.table?.status === "playing" ? askWords(this) : "", this.view?.turn ?? 0);
  }

  /** Take in what just happened: places of the display, fresh wagons, tunnels, sounds, announcements. */
  notice(latest: GameEvent[], animated = true): void {
    const isMoving = animated && !matchMedia("(prefers-reduced-motion: reduce)").matches && !document.hidden;
    if (this.held) this.#turnUp(this.tunnel?.cards.length ?? 0);
    if (isMoving)
      this.flights = [...this.flights, ...flights(latest, this.places, this.seat).map((flight) => ({ ...flight, id: (this.#flown += 1) }))];
    if (this.view) this.places = arrange(this.places, this.view.display);
    const claimed = latest.filter((event) => event.kind === "claimed" || event.kind === "neutral_claimed");
    for (const event of claimed) {
      const route = this.atlas?.route.get(event.route ?? "");
      if (!route) continue;
      this.fresh = new Set([...this.fresh, route.id]);
      setTimeout(() => (this.fresh = new Set([...this.fresh].filter((id) => id !== route.id))), 4000);
    }
    const first = latest.findIndex((event) => event.kind === "turned");
    if (first < 0) this.#announce(latest);
    else {
      this.voice.say(lines(latest.slice(0, first), this.#you).map(plain).join(" "));
      this.#dig(latest, first, isMoving);
    }
    if (claimed.length) chime("claim");
    else if (latest.some((event) => event.kind === "draw")) chime("card");
  }
}

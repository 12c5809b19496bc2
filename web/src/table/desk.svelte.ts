import { Atlas } from "../game/atlas";
import { arrange } from "../game/display";
import { shortest, type Way } from "../game/network";
import { claimable, proposeExchange, waysFor, without } from "../game/pay";
import { lines, plain, type Line } from "../game/tell";
import type { Action, CardName, Cards, Game, GameEvent, MapGame, Route, Ticket, View } from "../game/types";
import { why, type Why } from "../game/why";
import { gameTitle } from "../game/words";
import type { Problem } from "../net/api";
import type { Table } from "../net/live.svelte";
import { chime } from "../ui/sound.svelte";
import { flights, type Flight } from "./flights";

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
  send(frame: Record<string, unknown>): Promise<{ ok: true } | { ok: false; error: Problem } | { ok: true; frame: { why?: Problem | null } }>;
}

export interface TicketState {
  ticket: Ticket;
  done: boolean;
  way: Way | null;
  /** Whether it is done only by a rival's route that a station borrows. */
  borrows: boolean;
  /** Whether there are trains enough for what is missing. */
  reachable: boolean;
}

/** A ticket that is shown to all at the end, with the routes that complete it. */
export interface Revealed {
  seat: number;
  ticket: Ticket;
  done: boolean;
  routes: Route[];
}

export interface Tunnel {
  route: string;
  cards: CardName[];
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
  ticketOnMap = $state(true);
  asList = $state(false);
  /** Whether the player is looking for a place for a station. */
  building = $state(false);
  /** The ticket to be shown on the board by name; null none, undefined the first one open. */
  active = $state<string | null | undefined>(undefined);
  /** Whether the final score lies beside the board. */
  counting = $state(false);
  /** At the end: whose ticket is shown on the board, in place of the player's own. */
  revealed = $state.raw<Revealed | null>(null);
  kept = $state<number[]>([]);
  problem = $state<Problem | null>(null);
  whyNot = $state<{ route: Route; why: Why; rule: string | null } | null>(null);
  fresh = $state<Set<number>>(new Set());
  tunnel = $state.raw<Tunnel | null>(null);
  places = $state.raw<(CardName | null)[]>([null, null, null, null, null]);
  flights = $state.raw<Flight[]>([]);
  /** How often what is animated was cut short. */
  skips = $state(0);
  said = $state("");
  busy = $state(false);

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
  readonly myTurn = $derived(!this.over && this.view !== null && this.seat !== null && this.view.to_move === this.seat && this.actions.length > 0);
  readonly claimable = $derived(this.view ? claimable(this.view) : []);
  readonly route = $derived.by<Route | null>(() => (this.selected === null ? null : (this.map?.routes[this.selected] ?? null)));
  readonly ways = $derived(this.view && this.selected !== null ? waysFor(this.view, this.selected) : []);
  readonly paying = $derived<Cards>(this.free ?? this.ways[this.way]?.cards ?? {});
  readonly handLeft = $derived(without(this.view?.hand ?? {}, this.selected === null && this.station === null ? {} : this.paying));
  readonly lines = $derived.by<Line[]>(() => lines(this.source.events, this.source.mine));
  readonly looks = $derived.by(() =>
    this.atlas && this.view ? this.atlas.looks(this.view, this.hints && this.myTurn && this.claimable.length > 0) : [],
  );
  readonly tickets = $derived.by<TicketState[]>(() => this.#ticketStates());
  /** The ticket that is shown on the board: an own one, or one on offer. */
  readonly shown = $derived.by<TicketState | null>(() => {
    if (!this.ticketOnMap || this.active === null) return null;
    const offered = this.offer.find((ticket) => ticket.name === this.active);
    if (offered) return this.#stateOf(offered);
    const own = this.tickets.find((state) => state.ticket.name === this.active);
    return own ?? this.tickets.find((state) => !state.done && state.reachable) ?? null;
  });
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
    const first = ["draw_tickets", "claim", "build", "lay", "pass"].some((kind) => kinds.has(kind));
    return first || !this.#drewOne() ? "turn" : "second";
  });

  constructor(readonly source: Source, readonly game: Game) {
    this.atlas = game.kind === "map" ? new Atlas(game) : null;
    this.#tickets = new Map(game.tickets.map((ticket) => [ticket.name, ticket]));
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

  #drewOne(): boolean {
    for (let i = this.source.events.length - 1; i >= 0; i--) {
      const event = this.source.events[i];
      if (event?.kind === "draw") return event.seat === this.seat;
      if (event?.seat !== undefined && !event.chance) return false;
    }
    return false;
  }

  #ticketStates(): TicketState[] {
    const { atlas, view } = this;
    if (!atlas || !view || this.seat === null) return [];
    const rank = (state: TicketState): number => (state.done ? 2 : state.reachable ? 0 : 1);
    const states = this.ticketsOf(view.tickets).map((ticket) => this.#stateOf(ticket));
    return states.sort((a, b) => rank(a) - rank(b) || b.ticket.points - a.ticket.points);
  }

  #stateOf(ticket: Ticket): TicketState {
    const { atlas, map, view } = this;
    if (!atlas || !map || !view || this.seat === null) return { ticket, done: false, way: null, borrows: false, reachable: false };
    const owners = atlas.owners(view);
    const own = new Set(map.routes.filter((route) => owners[route.id] === this.seat).map((route) => route.id));
    const open = new Set(view.open ?? map.routes.filter((route) => owners[route.id] === null).map((route) => route.id));
    const way = shortest(map.routes, own, open, ...ticket.cities);
    const borrowed = way?.missing.length ? this.#borrowing(own, owners, ticket) : null;
    const done = this.source.table?.result?.scores[this.seat]?.done?.includes(ticket.name) ?? (borrowed !== null || way?.missing.length === 0);
    const trains = view.seats[this.seat]?.trains ?? 0;
    return { ticket, way: borrowed ?? way, done, borrows: done && borrowed !== null, reachable: way !== null && way.trains <= trains };
  }

  /** The way over own routes and one route of others into each city with an own station, if there is one. */
  #borrowing(own: Set<number>, owners: (number | null)[], ticket: Ticket): Way | null {
    const stations = this.view?.seats[this.seat ?? -1]?.stations ?? [];
    if (!this.map || !stations.length) return null;
    const lent = this.map.routes.filter((route) => (owners[route.id] ?? this.seat) !== this.seat && route.cities.some((city) => stations.includes(city)));
    const way = shortest(this.map.routes, new Set([...own, ...lent.map((route) => route.id)]), new Set(), ...ticket.cities);
    const used = way?.own.filter((route) => !own.has(route.id)) ?? [];
    return used.length <= stations.length ? way : null;
  }

  /** Show anybody's ticket, as the final score has it. */
  reveal(seat: number, name: string, done: boolean): void {
    const ticket = this.#tickets.get(name);
    const score = this.source.table?.result?.scores[seat];
    if (!ticket || !this.view) return;
    const used = new Set([...(this.view.seats[seat]?.routes ?? []), ...(score?.borrowed ?? [])].flatMap((route) => this.atlas?.route.get(route)?.id ?? []));
    const way = done && this.map ? shortest(this.map.routes, used, new Set(), ...ticket.cities) : null;
    this.revealed = { seat, ticket, done, routes: way?.own ?? [] };
  }

  /** Show a ticket's cities and way on the board, or none. */
  showTicket(name: string | null): void {
    this.active = this.shown?.ticket.name === name ? null : name;
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
    this.selected = this.selected === route.id ? null : route.id;
    if (this.selected !== null && this.claimable.includes(route.id) && !waysFor(this.view, route.id).length)
      this.free = proposeExchange(this.view.hand, route) ?? {};
    if (this.selected !== null && !this.claimable.includes(route.id)) {
      const reason = this.atlas ? why(this.atlas, this.view, route) : null;
      if (reason) this.whyNot = { route, why: reason, rule: null };
      if (this.seat !== null && this.source.table?.status === "playing") {
        const answer = await this.source.send({ type: "why", route: route.id, seat: this.seat });
        const said = answer.ok && "frame" in answer ? answer.frame.why : null;
        if (said && reason && this.selected === route.id) this.whyNot = { route, why: reason, rule: said.rule };
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
    if (this.free) void this.play({ route: this.selected, cards: $state.snapshot(this.free) });
    else this.do(this.ways[this.way]);
  }

  clear(): void {
    this.selected = null;
    this.station = null;
    this.free = null;
    this.way = 0;
    this.kept = [];
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
  }

  /** Take in what just happened: places of the display, fresh wagons, tunnels, sounds, announcements. */
  notice(latest: GameEvent[], animated = true): void {
    if (animated && !matchMedia("(prefers-reduced-motion: reduce)").matches && !document.hidden)
      this.flights = [...this.flights, ...flights(latest, this.places, this.seat).map((flight) => ({ ...flight, id: (this.#flown += 1) }))];
    if (this.view) this.places = arrange(this.places, this.view.display);
    const claimed = latest.filter((event) => event.kind === "claimed" || event.kind === "neutral_claimed");
    for (const event of claimed) {
      const route = this.atlas?.route.get(event.route ?? "");
      if (!route) continue;
      this.fresh = new Set([...this.fresh, route.id]);
      setTimeout(() => (this.fresh = new Set([...this.fresh].filter((id) => id !== route.id))), 4000);
    }
    const turned = latest.flatMap((event) => (event.kind === "turned" ? (Object.keys(event.cards ?? {}) as CardName[]) : []));
    const dug = latest.find((event) => event.kind === "claim" && event.route_kind === "tunnel");
    if (dug && turned.length) this.tunnel = { route: (dug.cities ?? []).join("–"), cards: turned, seat: dug.seat ?? -1 };
    const told = lines(latest, this.source.mine).map(plain);
    if (told.length) this.said = told.join(" ");
    if (claimed.length) chime("claim");
    else if (latest.some((event) => event.kind === "draw")) chime("card");
  }
}

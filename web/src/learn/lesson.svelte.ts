import type { CardName, Route } from "../game/types";
import type { Desk } from "../table/desk.svelte";
import type { Key } from "../words/words.svelte";
import type { Params } from "../words/format";

/** One thing to learn: what is said, where it is, and how one sees that it was done. */
export interface Step {
  title: Key;
  text: Key;
  params?: Params;
  /** Where to look, best first; the first that can be seen is pointed at. */
  at: string[];
  /** Cards or routes that would do. */
  lit?: string[];
  /** Whether it has been done; without it the player says when to go on. */
  done?: boolean;
}

const KEPT = "branchline.lesson.";
const LATE = 3; // own turns after which a step that nobody follows gives way

const route = (it: Route): string => `[data-route="${it.id}"]`;

/** A lesson at a table: which step it is at, from what lies on the table. It can be left and taken up again. */
export class Lesson {
  at = $state(0);
  over = $state(false);
  readonly steps = $derived.by<Step[]>(() => (this.desk.map ? this.#map() : this.#cards()));
  readonly step = $derived<Step | undefined>(this.over ? undefined : this.steps[this.at]);
  #since = 0;

  constructor(readonly desk: Desk, readonly id: string) {
    const kept = localStorage.getItem(KEPT + id);
    this.over = kept === "over";
    this.at = Number(kept) || 0;
    this.#since = this.#turns();
  }

  next(): void {
    this.#go(this.at + 1);
  }

  leave(): void {
    this.over = true;
    localStorage.setItem(KEPT + this.id, "over");
  }

  /** Go on if what the step asks for has been done, or was not done for long. */
  look(): void {
    if (this.over) return;
    if (this.desk.over) this.leave();
    else if (this.step?.done || (this.step?.done === false && this.#turns() - this.#since >= LATE)) this.next();
  }

  #go(to: number): void {
    this.#since = this.#turns();
    if (to >= this.steps.length) return this.leave();
    this.at = to;
    localStorage.setItem(KEPT + this.id, String(to));
  }

  #turns(): number {
    return this.desk.source.events.filter((event) => event.seat === this.desk.seat && ["draw", "claimed", "lay", "draw_tickets"].includes(event.kind)).length;
  }

  #map(): Step[] {
    const { desk } = this;
    const mine = desk.seat === null ? undefined : desk.view?.seats[desk.seat];
    const goal = this.#goal();
    const name = goal?.cities.join("–") ?? "";
    const twins = goal && desk.map ? desk.map.routes.filter((other) => other.cities.join() === goal.cities.join()) : [];
    const ways = goal ? [goal, ...twins.filter((twin) => twin !== goal)] : [];
    const payable = ways.some((way) => desk.claimable.includes(way.id));
    const has = mine ? mine.routes.length > 0 : false;
    const drawn = desk.source.events.filter((event) => event.kind === "draw" && event.seat === desk.seat).length;
    const tunnels = desk.map?.routes.filter((other) => other.kind === "tunnel" && desk.looks[other.id]?.owner === null) ?? [];
    const isFamous = (other: Route): boolean => other.cities.includes("Bergen") && other.cities.includes("Oslo");
    const display = ["section.display", "[data-tab=cards]"];
    const offer = ["section.choice", "[data-tab=cards]"];
    const rival = desk.seat === 0 ? 1 : 0;
    const short = [...desk.offer].sort((a, b) => a.points - b.points).slice(0, 2);
    return [
      { title: "learn.tickets", text: "learn.ticketsText", at: offer, lit: desk.kept.length >= 2 ? ["[data-do=keep]"] : short.map((ticket) => `[data-ticket="${ticket.id}"]`), done: (desk.view?.tickets.length ?? 0) > 0 },
      { title: "learn.way", text: "learn.wayText", params: { route: name }, at: goal ? [route(goal)] : [], lit: ways.map(route), done: (desk.selected !== null && ways.some((way) => way.id === desk.selected)) || drawn > 0 || has },
      { title: "learn.cards", text: payable ? "learn.cardsText" : "learn.cardsTextFor", params: { route: name }, at: display, lit: this.#wanted(ways).map((card) => `[data-draw="${card}"]`), done: drawn >= 2 || has },
      { title: "learn.rival", text: "learn.rivalText", params: { name: desk.nameOf(rival) }, at: [`li[data-seat="${rival}"]`], ...(has ? { done: true } : {}) },
      payable
        ? { title: "learn.claim", text: "learn.claimText", params: { route: name }, at: desk.selected === null ? ways.map(route) : [".claim:has([data-do=claim])", "[data-tab=cards]"], lit: desk.selected === null ? ways.filter((way) => desk.claimable.includes(way.id)).map(route) : ["[data-do=claim]"], done: has }
        : { title: "learn.more", text: "learn.moreText", params: { route: name }, at: display, lit: this.#wanted(ways).map((card) => `[data-draw="${card}"]`), done: has },
      { title: "learn.points", text: "learn.pointsText", at: [`li[data-seat="${desk.seat ?? 0}"]`] },
      { title: "learn.special", text: "learn.specialText", at: [...tunnels].sort((a, b) => Number(isFamous(b)) - Number(isFamous(a))).map(route) },
      { title: "learn.end", text: "learn.endText", at: [`li[data-seat="${desk.seat ?? 0}"]`] },
    ];
  }

  #cards(): Step[] {
    const { desk } = this;
    const mine = desk.seat === null ? undefined : desk.view?.seats[desk.seat];
    const laid = desk.source.events.some((event) => event.kind === "lay" && event.seat === desk.seat);
    const moved = (mine?.platform_size ?? 0) > 0;
    const drawn = desk.source.events.some((event) => event.kind === "draw" && event.seat === desk.seat);
    const rival = desk.seat === 0 ? 1 : 0;
    const pairs = Object.entries(desk.view?.hand ?? {}).flatMap(([card, n]) => (card !== "locomotive" && n >= 2 ? [`[data-pay="${card}"]`] : []));
    return [
      { title: "learn.tickets", text: "learn.cardTicketsText", at: ["section.choice", "[data-tab=cards]"], lit: desk.kept.length ? ["[data-do=keep]"] : ["[data-ticket]"], done: (desk.view?.tickets.length ?? 0) > 0 },
      { title: "learn.lay", text: "learn.layText", at: [".hand", "[data-do=lay]"], lit: pairs.slice(0, 2), done: laid },
      { title: "learn.rival", text: "learn.rivalText", params: { name: desk.nameOf(rival) }, at: [`li[data-seat="${rival}"]`] },
      { title: "learn.platform", text: "learn.platformText", at: [".yard.mine", ".yard"], ...(moved ? {} : { done: false }) },
      { title: "learn.cards", text: "learn.cardCardsText", at: ["section.display"], done: drawn },
      { title: "learn.robbery", text: "learn.robberyText", at: [".others .yard", ".yard"] },
      { title: "learn.last", text: "learn.lastText", at: ["[data-draw=deck]"] },
    ];
  }

  readonly #nearest = $derived.by(() => this.desk.tickets.filter((state) => !state.done && state.way).sort((a, b) => (a.way?.trains ?? 0) - (b.way?.trains ?? 0))[0]);

  /** The ticket that the lesson speaks of, to be shown on the board. */
  readonly ticket = $derived(this.over || this.at > 4 ? undefined : this.#nearest?.ticket.name);

  /** The first route that is missing on the shortest of the tickets. */
  #goal(): Route | undefined {
    return this.#nearest?.way?.missing[0];
  }

  /** Cards of the display that would pay for one of these routes. */
  #wanted(ways: Route[]): CardName[] {
    const { view } = this.desk;
    const hand = view?.hand ?? {};
    const best = [...ways].sort((a, b) => held(b) - held(a))[0];
    function held(way: Route): number {
      return way.colour === "grey" ? 0 : (hand[way.colour] ?? 0);
    }
    return (Object.keys(view?.display ?? {}) as CardName[]).filter((card) => best && (best.colour === card || (best.colour === "grey" && card !== "locomotive")));
  }
}

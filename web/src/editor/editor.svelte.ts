import type { RouteKind } from "../game/types";
import type { Problem } from "../problems/problems.svelte";
import { KINDS, pointsOf, SWATCHES, type Board, type City, type Route, type Ticket } from "./board";
import * as change from "./changes";
import { keep, type Draft, type Guide } from "./drafts";
import { project, unproject, type Frame, type Point } from "./frame";
import * as past from "./past";
import { drawn, placesOf, proposedLength, type Laid, type Place } from "./places";
import { check, coast, fields, layOut, type Fields, type Ground } from "./service";
import { w } from "./words.svelte";

export type Tool = "select" | "city" | "route" | "ticket" | "pan";
export type Part = "cities" | "routes" | "tickets" | "rules";
export type Selection = { kind: "city" | "route" | "ticket"; id: number } | null;

const LETTERS = "branchline.editor.letters";
const STUDIED = 8;
const [CHECK, LAYOUT, SAVE] = [250, 2000, 600]; // milliseconds of quiet

/** One draft under the editor's hands. */
export class Editor {
  private draft: Draft;
  past = $state.raw<past.Past<Board>>(past.begin({} as Board));
  frame = $state.raw<Frame>({} as Frame);
  guide = $state.raw<Guide | null>(null);
  number = $state(1);
  saved = $state<number | "never" | null>(null);
  tool = $state<Tool>("select");
  part = $state<Part>("cities");
  selection = $state.raw<Selection>(null);
  /** The first city of a route or ticket that is being drawn. */
  from = $state<number | null>(null);
  problems = $state.raw<Problem[]>([]);
  /** Whether the problems are those of the board as it is now. */
  isChecked = $state(false);
  /** Whether the service cannot be reached, so that nothing is checked. */
  isAlone = $state(false);
  laid = $state.raw<Laid | null>(null);
  ground = $state.raw<Ground>({});
  fields = $state.raw<Fields | null>(null);
  snap = $state(true);
  letters = $state(localStorage.getItem(LETTERS) !== "off");
  /** What a screen reader is told. */
  said = $state("");
  /** Why something was not added, until something else is done. */
  refused = $state("");

  readonly board = $derived(this.past.now);
  readonly places = $derived(placesOf(this.board, this.frame, this.laid));
  readonly drawn = $derived(drawn(this.board, this.places, this.laid, this.frame));
  readonly canUndo = $derived(this.past.before.length > 0);
  readonly canRedo = $derived(this.past.after.length > 0);

  private timers: Partial<Record<"check" | "layout" | "save", ReturnType<typeof setTimeout>>> = {};
  private joining = "";
  private asked = 0;

  constructor(draft: Draft) {
    this.draft = draft;
    this.past = draft.past;
    this.frame = draft.frame;
    this.guide = draft.guide;
    this.number = draft.number;
    this.saved = draft.saved || null;
    if (!draft.past.now.cities.length) this.tool = "city";
    void fields().then((found) => (this.fields = found), () => (this.isAlone = true));
    void this.drawCoast();
    void this.check();
    void this.layOut();
  }

  get id(): string {
    return this.draft.id;
  }

  /** Steps of the same kind at the same thing, such as the letters of a name, are one step to undo. */
  change(next: Board, joins = ""): void {
    if (next === this.board) return;
    this.refused = "";
    if (this.draft.isUsed) {
      this.draft.isUsed = false;
      this.number = ++this.draft.number;
    }
    this.past = past.step(this.past, next, joins !== "" && joins === this.joining);
    this.joining = joins;
    this.changed();
  }
  /** What comes next is a step of its own. */
  apart(): void {
    this.joining = "";
  }
  undo(): void {
    this.travel(past.undo(this.past));
  }
  redo(): void {
    this.travel(past.redo(this.past));
  }
  private travel(to: past.Past<Board>): void {
    if (to === this.past) return;
    this.past = to;
    this.joining = "";
    this.from = null;
    if (this.selection && !this.thing(this.selection)) this.selection = null;
    this.changed();
  }
  private changed(): void {
    this.isChecked = false;
    this.after("check", CHECK, () => this.check());
    this.after("layout", LAYOUT, () => this.layOut());
    this.after("save", SAVE, () => this.save());
  }
  private after(what: "check" | "layout" | "save", quiet: number, act: () => Promise<void>): void {
    clearTimeout(this.timers[what]);
    this.timers[what] = setTimeout(() => void act(), quiet);
  }

  async check(): Promise<void> {
    const [board, number] = [this.board, ++this.asked];
    try {
      const found = await check(board);
      if (number !== this.asked) return;
      this.problems = board.cities.length ? found : []; // of an empty map everybody knows what it lacks
      if (this.isAlone && !this.ground.home) void this.drawCoast();
      this.isChecked = board === this.board;
      this.isAlone = false;
    } catch {
      this.isAlone = true;
    }
  }
  private async drawCoast(): Promise<void> {
    try {
      this.ground = await coast(this.frame);
    } catch {
      // The sea alone will do; it is asked for again with the next check.
    }
  }
  async layOut(): Promise<void> {
    const board = this.board;
    if (!board.cities.length) return;
    try {
      const laid = await layOut(board, this.frame);
      this.laid = laid;
    } catch {
      // What is there stays: straight shapes are good enough until the service is back.
    }
  }
  async save(): Promise<void> {
    clearTimeout(this.timers.save);
    const saved = Date.now();
    this.draft = { ...this.draft, past: this.past, frame: this.frame, guide: this.guide, number: this.number, saved };
    try {
      await keep(this.draft);
      this.saved = saved;
    } catch {
      this.saved = "never";
    }
  }
  /** From now on a change is the next draft: this one has been played or studied. */
  use(): Promise<void> {
    this.draft.isUsed = true;
    return this.save();
  }
  /** The draft as it was studied before, the latest first. */
  get studied(): { number: number; board: Board }[] {
    return (this.draft.studied ?? []).filter((each) => each.number !== this.number);
  }
  async study(): Promise<void> {
    this.draft.studied = [{ number: this.number, board: this.board }, ...this.studied].slice(0, STUDIED);
    await this.use();
  }
  setGuide(guide: Guide | null): void {
    this.guide = guide;
    void this.save();
  }
  close(): void {
    Object.values(this.timers).forEach(clearTimeout);
    void this.save();
  }

  // Things by their numbers.
  city = (id: number): City | undefined => this.board.cities.find((each) => each.id === id);
  route = (id: number): Route | undefined => this.board.routes.find((each) => each.id === id);
  ticket = (id: number): Ticket | undefined => this.board.tickets.find((each) => each.id === id);
  nameOf = (id: number): string => this.city(id)?.name || w("city.nameless");
  ends = ({ a, b }: { a: number; b: number }): string => `${this.nameOf(a)} – ${this.nameOf(b)}`;
  thing(selection: NonNullable<Selection>): City | Route | Ticket | undefined {
    return this[selection.kind](selection.id);
  }
  routesOf = (city: number): Route[] => this.board.routes.filter(({ a, b }) => a === city || b === city);

  select(kind: "city" | "route" | "ticket", id: number): void {
    this.selection = { kind, id };
    this.from = null;
    this.refused = "";
  }

  // What one does.
  private isFull(list: "cities" | "routes" | "tickets"): boolean {
    const most = this.fields?.limits[list] ?? Infinity;
    if (this.board[list].length < most) return false;
    this.refuse(w(`full.${list}`, { n: most }));
    return true;
  }
  private refuse(why: string): void {
    this.said = this.refused = why;
  }
  addCity(at: Point): void {
    if (this.isFull("cities")) return;
    const id = this.board.next;
    this.apart();
    this.change(change.addCity(this.board, { name: "", ...unproject(this.frame, at) }));
    this.select("city", id);
    this.said = w("said.city");
  }
  moveCity(id: number, to: Point): void {
    this.change(change.changeCity(this.board, id, unproject(this.frame, to)), `move ${id}`);
  }
  /** Where a city that is moved comes to lie: in line with a neighbour if it is near that. */
  snapped(id: number, at: Point, within: number): Point {
    if (!this.snap) return at;
    const near = this.routesOf(id).flatMap((route): Place[] => {
      const place = this.places.get(route.a === id ? route.b : route.a);
      return place ? [place] : [];
    });
    const x = near.find((place) => Math.abs(place.x - at.x) < within)?.x ?? at.x;
    const y = near.find((place) => Math.abs(place.y - at.y) < within)?.y ?? at.y;
    return { x, y };
  }
  addRoute(a: number, b: number): void {
    const [one, other] = [this.places.get(a), this.places.get(b)];
    if (a === b || !one || !other || this.isFull("routes")) return;
    const id = this.board.next;
    if (change.between(this.board, a, b).length > 1) {
      this.refuse(w("full.double"));
      return;
    }
    this.apart();
    this.change(change.addRoute(this.board, { a, b, length: proposedLength(one, other) }));
    this.select("route", id);
    this.told();
  }
  addTicket(a: number, b: number): void {
    if (a === b || this.isFull("tickets")) return;
    const there = change.ticketBetween(this.board, a, b);
    const id = there?.id ?? this.board.next;
    this.apart();
    this.change(change.addTicket(this.board, a, b));
    this.select("ticket", id);
    const ticket = this.ticket(id);
    if (ticket) this.said = w("said.ticket", { ends: this.ends(ticket), n: pointsOf(this.board, ticket) });
  }
  changeRoute(id: number, changes: Partial<Route>): void {
    this.change(change.changeRoute(this.board, id, changes), `route ${id} ${Object.keys(changes).join()}`);
    this.told();
  }
  turnDouble(id: number): void {
    const route = this.route(id);
    if (!route) return;
    const twin = change.twinOf(this.board, route);
    this.apart();
    if (twin) this.change(change.deleteRoute(this.board, twin.id));
    else if (!this.isFull("routes")) this.change(change.addRoute(this.board, { a: route.a, b: route.b, length: route.length }));
  }
  private told(): void {
    const route = this.selection?.kind === "route" ? this.route(this.selection.id) : undefined;
    if (route) this.said = w("said.route", { ends: this.ends(route), about: this.about(route) });
  }
  /** A route in words: kind and length, and what it is worth. */
  about(route: Route): string {
    return w(`route.${route.kind}`, { n: route.length, points: this.worth(route.length) ?? "?" });
  }
  worth(length: number): number | undefined {
    const table = (this.rule("points") ?? {}) as Record<string, number>;
    return table[String(length)];
  }
  rule(name: string): unknown {
    return this.board.rules[name] ?? this.fields?.rules[name]?.default;
  }
  setRule(name: string, value: unknown): void {
    this.change(change.setRule(this.board, name, value, this.fields?.rules[name]?.default), `rule ${name}`);
  }
  remove(selection: Selection = this.selection): void {
    if (!selection) return;
    this.apart();
    const { kind, id } = selection;
    if (kind === "city") this.change(change.deleteCity(this.board, id));
    else if (kind === "route") this.change(change.deleteRoute(this.board, id));
    else this.change(change.deleteTicket(this.board, id));
    if (this.selection?.id === id) this.selection = null;
    this.said = w("said.deleted");
  }

  /** A city was chosen by a click or a key with the tool in hand. */
  pick(id: number): void {
    if (this.tool !== "route" && this.tool !== "ticket") this.select("city", id);
    else if (this.from === null) {
      this.from = id;
      this.said = w("said.from", { city: this.nameOf(id) });
    } else if (this.from === id) this.from = null;
    else {
      const from = this.from;
      this.from = null;
      if (this.tool === "route") this.addRoute(from, id);
      else this.addTicket(from, id);
    }
  }
  /** Whether single letters are keys; this browser remembers it. */
  useLetters(on: boolean): void {
    this.letters = on;
    localStorage.setItem(LETTERS, on ? "on" : "off");
  }
  take(tool: Tool): void {
    this.tool = tool;
    this.from = null;
    this.refused = "";
  }
  nextKind(route: Route): RouteKind {
    return KINDS[(KINDS.indexOf(route.kind) + 1) % KINDS.length] ?? "plain";
  }
  colourAt(n: number): Route["colour"] | undefined {
    return SWATCHES[n - 1];
  }
  at(id: number): Point {
    const city = this.city(id);
    return city ? project(this.frame, city.latitude, city.longitude) : { x: 0, y: 0 };
  }
}

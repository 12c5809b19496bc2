import type { Board } from "./board";
import type { Editor, Tool } from "./editor.svelte";
import type { Point } from "./frame";
import { towards } from "./places";
import { twinOf } from "./changes";
import { w } from "./words.svelte";

export type Focus = { kind: "city"; id: number } | { kind: "route"; id: number; home: number };

/** What the keys need of the map. */
export interface Hands {
  readonly editor: Editor;
  readonly focus: Focus | null;
  readonly cross: Point | null;
  readonly carrying: boolean;
  centre: () => Point;
  step: (isFine: boolean) => number;
  setCross: (at: Point | null) => void;
  setCarrying: (is: boolean) => void;
  focusCity: (id: number) => void;
  focusRoute: (id: number, home: number) => void;
  addCity: (at: Point) => void;
  zoom: (factor: number) => void;
  all: () => void;
}

const ARROWS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TOOLS: Record<string, Tool> = { v: "select", c: "city", r: "route", h: "pan" };

/** The keys of the map, as the help lists them. */
export function mapKeys(hands: Hands): (event: KeyboardEvent) => void {
  let before: Board | null = null; // as it was before a city was taken up

  function arrow(event: KeyboardEvent, [dx, dy]: readonly [number, number]): void {
    const { editor, focus, cross, carrying } = hands;
    const by = hands.step(event.shiftKey);
    if (cross) hands.setCross({ x: cross.x + dx * by, y: cross.y + dy * by });
    else if (carrying && focus?.kind === "city") {
      const at = editor.at(focus.id);
      editor.moveCity(focus.id, { x: at.x + dx * by, y: at.y + dy * by });
    } else {
      const from = editor.places.get(focus ? (focus.kind === "city" ? focus.id : focus.home) : (editor.board.cities[0]?.id ?? -1));
      const next = from && (focus ? towards(editor.places.values(), from, dx, dy) : from);
      if (next) hands.focusCity(next.id);
    }
  }

  function enter(): void {
    const { editor, focus, cross, carrying } = hands;
    if (cross) {
      hands.setCross(null);
      hands.addCity(cross);
    } else if (focus?.kind === "route") editor.select("route", focus.id);
    else if (focus && (editor.tool === "route" || editor.tool === "ticket")) editor.pick(focus.id);
    else if (focus) {
      editor.apart();
      if (!carrying) {
        before = editor.board;
        editor.select("city", focus.id);
      }
      hands.setCarrying(!carrying);
      editor.said = carrying ? w("said.put") : w("said.taken", { city: editor.nameOf(focus.id) });
    }
  }

  function escape(): void {
    const { editor, cross, carrying } = hands;
    if (cross) hands.setCross(null);
    else if (carrying) {
      hands.setCarrying(false);
      if (before && before !== editor.board) editor.undo();
    } else if (editor.from !== null) editor.from = null;
    else if (editor.tool !== "select") editor.take("select");
    else editor.selection = null;
  }

  /** From a city through its routes; past the last one the page goes on as usual. */
  function tab(event: KeyboardEvent): void {
    const { editor, focus } = hands;
    if (!focus || event.shiftKey) return;
    const home = focus.kind === "city" ? focus.id : focus.home;
    const routes = editor.routesOf(home);
    const next = routes[focus.kind === "city" ? 0 : routes.findIndex(({ id }) => id === focus.id) + 1];
    if (!next) return;
    event.preventDefault();
    hands.focusRoute(next.id, home);
  }

  function along(by: number): void {
    const { editor, focus } = hands;
    const cities = editor.board.cities;
    const at = cities.findIndex(({ id }) => id === (focus?.kind === "route" ? focus.home : focus?.id));
    const next = cities[(at + by + cities.length) % (cities.length || 1)];
    if (next) hands.focusCity(next.id);
  }

  /** Keys that change the route that is selected. */
  function route(event: KeyboardEvent): boolean {
    const { editor } = hands;
    const chosen = editor.selection?.kind === "route" ? editor.route(editor.selection.id) : undefined;
    if (!chosen) return false;
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
    const colour = digit && event.shiftKey ? editor.colourAt(Number(digit)) : undefined;
    const key = event.key.toLowerCase();
    if (colour) editor.changeRoute(chosen.id, { colour });
    else if (digit) editor.changeRoute(chosen.id, { length: Number(digit) });
    else if (event.key === "+" || event.key === "=") editor.changeRoute(chosen.id, { kind: "ferry", locomotives: chosen.locomotives + 1 });
    else if (event.key === "-" || event.key === "−") editor.changeRoute(chosen.id, { locomotives: Math.max(0, chosen.locomotives - 1) });
    else if (key === "k" && editor.letters) editor.changeRoute(chosen.id, { kind: editor.nextKind(chosen) });
    else if (key === "d" && editor.letters) {
      const had = twinOf(editor.board, chosen);
      editor.turnDouble(chosen.id);
      editor.said = had ? w("said.single") : w("said.double");
    } else return false;
    return true;
  }

  function letter(key: string): boolean {
    const { editor, focus } = hands;
    if (!editor.letters) return false;
    const tool = TOOLS[key];
    if (tool) editor.take(tool);
    if (key === "c") hands.setCross(focus?.kind === "city" ? shifted(editor.at(focus.id)) : hands.centre());
    else if (key === "t") {
      if (editor.tool !== "ticket") editor.take("ticket");
      if (focus?.kind === "city") editor.pick(focus.id);
    } else if (key === "s") {
      editor.snap = !editor.snap;
      editor.said = editor.snap ? w("said.snap") : w("said.noSnap");
    } else return tool !== undefined;
    return true;
  }
  const shifted = ({ x, y }: Point): Point => ({ x: x + 40, y });

  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ARROWS[event.key];
    if (event.key === "Tab") {
      tab(event);
      return;
    }
    let isDone = true;
    if (step) arrow(event, step);
    else if (event.key === "Enter" || event.key === " ") enter();
    else if (event.key === "Escape") escape();
    else if (event.key === "Delete" || event.key === "Backspace") hands.editor.remove(hands.editor.selection ?? (hands.focus ? { kind: hands.focus.kind, id: hands.focus.id } : null));
    else if (event.key === "[") along(-1);
    else if (event.key === "]") along(1);
    else if (route(event)) isDone = true;
    else if (event.key === "+" || event.key === "=") hands.zoom(1.25);
    else if (event.key === "-") hands.zoom(0.8);
    else if (event.key === "0") hands.all();
    else isDone = letter(event.key.toLowerCase());
    if (isDone) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
}

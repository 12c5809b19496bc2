import type { Problem } from "../problems/problems.svelte";
import type { Editor, Part, Selection } from "./editor.svelte";
import { w } from "./words.svelte";

/** Where a problem is: what to select, which list to open, which field to go to. */
export interface Whereabouts {
  selection: Selection;
  part: Part | null;
  field: string;
}

export function whereabouts(editor: Editor, { path }: Problem): Whereabouts {
  const [top, list, index, field] = path;
  if (top === "rules") return { selection: null, part: "rules", field: String(list ?? "") };
  if (top !== "map") return { selection: null, part: null, field: String(top ?? "") };
  const at = Number(index);
  const { board } = editor;
  if (list === "cities" && board.cities[at]) return { selection: { kind: "city", id: board.cities[at].id }, part: "cities", field: String(field ?? "name") };
  if (list === "routes" && board.routes[at]) return { selection: { kind: "route", id: board.routes[at].id }, part: "routes", field: String(field ?? "length") };
  if (list === "tickets" && board.tickets[at]) return { selection: { kind: "ticket", id: board.tickets[at].id }, part: "tickets", field: String(field ?? "points") };
  const festival = list === "festivals" ? board.festivals[at]?.cities[0] : undefined;
  if (festival !== undefined) return { selection: { kind: "city", id: festival }, part: "cities", field: "festival" };
  return { selection: null, part: (list === "routes" || list === "tickets" ? list : "cities"), field: "" };
}

/** What a problem is about, in the words of the editor. */
export function subject(editor: Editor, problem: Problem): string {
  const { selection } = whereabouts(editor, problem);
  if (!selection) return problem.path[0] === "rules" ? String(problem.path[1] ?? "") : problem.entry;
  const thing = editor.thing(selection);
  return thing && "name" in thing ? thing.name || w("city.nameless") : thing && "a" in thing ? editor.ends(thing) : problem.entry;
}

export interface Remedy {
  words: string;
  act: () => void;
}

/** What one button can do about a problem, if anything is plain enough for that. */
export function remedy(editor: Editor, problem: Problem): Remedy | null {
  const { selection, field } = whereabouts(editor, problem);
  const [top, list] = problem.path;
  const apply = (act: () => void): (() => void) => () => {
    editor.apart();
    act();
    editor.apart();
  };
  if (selection?.kind === "city" && problem.path.length === 3 && !editor.routesOf(selection.id).length)
    return { words: w("remedy.draw"), act: () => { editor.take("route"); editor.select("city", selection.id); editor.from = selection.id; } };
  const route = selection?.kind === "route" ? editor.route(selection.id) : undefined;
  if (route && field === "length" && editor.worth(route.length) === undefined) {
    const points = proposedPoints(editor, route.length);
    return {
      words: w("remedy.points", { n: route.length, points }),
      act: apply(() => editor.setRule("points", { ...(editor.rule("points") as Record<string, number>), [route.length]: points })),
    };
  }
  if (selection && (list === "tickets" || list === "routes")) return { words: w("remedy.delete"), act: apply(() => editor.remove(selection)) };
  if (top === "rules" && field === "start_scores") {
    const players = (editor.rule("players") as number[])[1] ?? 5;
    const scores = (editor.rule("start_scores") as number[]) ?? [];
    return { words: w("remedy.scores"), act: apply(() => editor.setRule("start_scores", Array.from({ length: players }, (_, i) => scores[i] ?? 0))) };
  }
  if (top === "rules" && field === "start_tickets") {
    const few = fewerPlayers(editor);
    if (few) return { words: w("remedy.players", { n: few }), act: apply(() => editor.setRule("players", [2, few])) };
  }
  return null;
}

/** How many can play with the tickets that there are. */
function fewerPlayers(editor: Editor): number | null {
  const each = Number(editor.rule("start_tickets")) + Number(editor.rule("draft_keep"));
  const most = Math.floor(editor.board.tickets.length / Math.max(1, each));
  const players = editor.rule("players") as number[];
  return most >= 2 && most < (players[1] ?? 5) ? most : null;
}

const POINTS = [1, 2, 4, 7, 10, 15, 18, 21, 27];

function proposedPoints(editor: Editor, length: number): number {
  const shorter = editor.worth(length - 1) ?? 0;
  return Math.min(100, Math.max(POINTS[length - 1] ?? shorter + 3, shorter + 1));
}

/** Do what one would do to see a problem: select it, open its list. */
export function goTo(editor: Editor, problem: Problem): Whereabouts {
  const found = whereabouts(editor, problem);
  if (found.selection) editor.selection = found.selection;
  if (found.part && !found.selection) editor.part = found.part;
  return found;
}


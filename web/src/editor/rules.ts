import { changeRoute } from "./changes";
import type { Editor } from "./editor.svelte";

/** How a rule field is shown; what is under a switch is shown while it is on. */
export interface Rule {
  name: string;
  /** What the switch sets when it is turned on; fields without it have no switch. */
  on?: number | ((editor: Editor) => void);
  off?: (editor: Editor) => void;
  under?: string[];
}

export interface Group {
  name: "table" | "map" | "tickets" | "scoring";
  rules: Rule[];
}

const most = (editor: Editor): number => (editor.rule("players") as number[])[1] ?? 5;

/** Tolls need tokens, bonuses for those left, and a price on every route. */
function tollsOn(editor: Editor): void {
  editor.apart();
  editor.setRule("toll_tokens", 30);
  editor.setRule("toll_bonus", Array.from({ length: most(editor) - 1 }, (_, i) => Array.from({ length: i + 2 }, (_, rank) => Math.max(0, 20 - 10 * rank))));
  editor.change(editor.board.routes.filter(({ toll }) => !toll).reduce((board, route) => changeRoute(board, route.id, { toll: 1 }), editor.board));
}
function tollsOff(editor: Editor): void {
  editor.apart();
  for (const name of ["toll_tokens", "toll_bonus", "loan_points", "neutral_trains"]) editor.setRule(name, editor.fields?.rules[name]?.default);
  editor.change({ ...editor.board, routes: editor.board.routes.map((route) => (route.toll ? { ...route, toll: 0 } : route)) });
}
const DEPTHS = [0.5, 0.6667, 0.75, 0.75];
function draftsOn(editor: Editor): void {
  editor.apart();
  editor.setRule("start_tickets", 6);
  editor.setRule("draft_keep", 4);
  editor.setRule("deal_card_depth", DEPTHS.slice(0, most(editor) - 1));
}
function draftsOff(editor: Editor): void {
  editor.apart();
  for (const name of ["draft_keep", "deal_card_depth", "deal_card_shift", "start_tickets"]) editor.setRule(name, editor.fields?.rules[name]?.default);
}

export const GROUPS: Group[] = [
  {
    name: "table",
    rules: [
      { name: "players" }, { name: "trains" }, { name: "last_turns" }, { name: "colour_cards" }, { name: "locomotives" }, { name: "start_hand" }, { name: "start_scores" },
      { name: "display_locomotive_is_both_cards" }, { name: "display_reset", on: 3 }, { name: "no_draw_without_deck" },
      { name: "both_doubles_from" }, { name: "unequal_doubles" },
    ],
  },
  {
    name: "map",
    rules: [
      { name: "locomotives_on" }, { name: "strict_tunnel_locomotives" }, { name: "ferry_exchange", on: 3 }, { name: "stations", on: 3, under: ["station_points"] },
      { name: "toll_tokens", on: tollsOn, off: tollsOff, under: ["toll_bonus", "loan_points"] }, { name: "neutral_trains", on: 20 },
    ],
  },
  {
    name: "tickets",
    rules: [
      { name: "draft_keep", on: draftsOn, off: draftsOff, under: ["deal_card_depth", "deal_card_shift"] }, { name: "start_tickets" }, { name: "start_keep" },
      { name: "start_returned" }, { name: "draw_tickets" }, { name: "draw_keep" }, { name: "returned" }, { name: "start_long_tickets", on: 1 }, { name: "ticket_decks" },
    ],
  },
  {
    name: "scoring",
    rules: [{ name: "points" }, { name: "longest_path_bonus", on: 10 }, { name: "most_tickets_bonus", on: 15 }, { name: "tiebreak" }],
  },
];

export const isChanged = (editor: Editor, { name, under = [] }: Rule): boolean => [name, ...under].some((each) => each in editor.board.rules);

/** Numbers in a text; rows are separated by semicolons. */
export const numbers = (text: string): number[] => (text.replace(/,/g, ".").match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
export const rows = (text: string): number[][] => text.split(";").map(numbers).filter((row) => row.length);

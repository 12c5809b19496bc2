import type { Score } from "../game/types";

export interface Part {
  name: string;
  values: number[];
}

/** One thing counted: a part of everybody's score, or one ticket of one player. */
export interface Step {
  part: number;
  ticket: { seat: number; name: string; done: boolean } | null;
  /** Whose part it is, where it is shown on the board. */
  seat: number | null;
  /** What it adds to each player's total. */
  values: number[];
}

const PARTS = [
  "start", "routes", "tickets", "longest_path_bonus", "most_tickets_bonus", "stations_bonus", "toll_bonus", "loan_points",
  "festivals", "bonus",
] as const;

/** Parts that are shown on the board, player by player. */
const ON_BOARD = new Set<string>(["routes", "longest_path_bonus", "most_tickets_bonus"]);

/** The parts of which scores are made, without those that nobody has. */
export function reckoning(scores: Score[]): Part[] {
  return PARTS.flatMap((name) => {
    const values = scores.map((score) => Number(score[name] ?? 0));
    return name in (scores[0] ?? {}) && (values.some((value) => value !== 0) || name === "tickets") ? [{ name, values }] : [];
  });
}

/** The order in which all is counted: part by part, and of the tickets player by player, one after the other. */
export function steps(parts: Part[], scores: Score[], worth: (ticket: string) => number): Step[] {
  return parts.flatMap((part, index): Step[] => {
    const tickets = scores.flatMap((score, seat) => [
      ...(score.done ?? []).map((name) => ({ seat, name, done: true })),
      ...(score.not_done ?? []).map((name) => ({ seat, name, done: false })),
    ]);
    if (ON_BOARD.has(part.name))
      return part.values.flatMap((value, seat) => (value ? [{ part: index, ticket: null, seat, values: part.values.map((each, other) => (other === seat ? each : 0)) }] : []));
    if (part.name !== "tickets" || !tickets.length) return [{ part: index, ticket: null, seat: null, values: part.values }];
    return tickets.map((ticket) => ({
      part: index,
      ticket,
      seat: ticket.seat,
      values: scores.map((_, seat) => (seat === ticket.seat ? (ticket.done ? 1 : -1) * worth(ticket.name) : 0)),
    }));
  });
}

const TIE_BREAKS = ["completed", "stations", "bonuses", "longest_path"] as const;
export type TieBreak = (typeof TIE_BREAKS)[number] | "best_ticket";

/** What decided between the best two if they have the same total; null if the total did. */
export function tieBreak(scores: Score[]): TieBreak | null {
  const [first, second] = [...scores].sort((a, b) => a.place - b.place);
  if (!first || !second || first.total !== second.total || first.place === second.place) return null;
  return TIE_BREAKS.find((name) => first[name] !== second[name]) ?? "best_ticket";
}

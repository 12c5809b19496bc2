import type { Score } from "../game/types";

export interface Part {
  name: string;
  values: number[];
}

const PARTS = [
  "start", "routes", "tickets", "longest_path_bonus", "most_tickets_bonus", "stations_bonus", "toll_bonus", "loan_points",
  "festivals", "bonus",
] as const;

/** The parts of which scores are made, without those that nobody has. */
export function reckoning(scores: Score[]): Part[] {
  return PARTS.flatMap((name) => {
    const values = scores.map((score) => Number(score[name] ?? 0));
    return name in (scores[0] ?? {}) && (values.some((value) => value !== 0) || name === "tickets") ? [{ name, values }] : [];
  });
}

/** What decided between the best two if they have the same total; null if the total did. */
export function tieBreak(scores: Score[]): "completed" | "longest_path" | null {
  const [first, second] = [...scores].sort((a, b) => a.place - b.place);
  if (!first || !second || first.total !== second.total || first.place === second.place) return null;
  return first.completed !== second.completed ? "completed" : "longest_path";
}

import type { History } from "../../game/history";
import type { Score } from "../../game/types";
import type { Key } from "../../words/words.svelte";

/** The line that tells how a game was won: a message and what stands in it. */
export interface Story {
  key: Key;
  params: Record<string, string | number>;
}

export interface Told {
  scores: Score[];
  winners: string[];
  history: History;
  ended: "resigned" | "timed_out" | null;
  worth: (ticket: string) => number;
  title: (ticket: string) => string;
}

const BONUSES = ["longest_path_bonus", "most_tickets_bonus", "stations_bonus", "toll_bonus", "festivals", "bonus"] as const;
const CLOSE = 3;
const FAR = 40;

/** The first of these that is true. */
export function storyOf(told: Told): Story {
  const { scores, winners } = told;
  const ranked = scores.map((score, seat) => ({ ...score, seat })).sort((a, b) => a.place - b.place || b.total - a.total);
  const first = ranked.find((score) => winners.includes(score.player)) ?? ranked[0];
  const rival = ranked.find((score) => score.player !== first?.player);
  if (!first || !rival) return { key: "end.story.plain", params: { name: first?.player ?? "", n: first?.total ?? 0 } };
  // Where points come only at the end, nobody led before.
  const led = told.history.leaders.filter((seat) => seat !== null).length > 2 ? [last, always, behind] : [];
  const found = [shared, ended, tied, bonus, missed, tickets, ...led, runaway, close].map((tell) => tell(told, first, rival)).find((story) => story !== null);
  return found ?? { key: "end.story.plain", params: { name: first.player, n: first.total - rival.total } };
}

type Placed = Score & { seat: number };
type Tell = (told: Told, first: Placed, rival: Placed) => Story | null;

const shared: Tell = ({ winners }, first) => (winners.length > 1 ? { key: "end.story.shared", params: { n: first.total } } : null);

const ended: Tell = (told, first) => (told.ended ? { key: "end.story.ended", params: { name: first.player } } : null);

const tied: Tell = (_, first, rival) => (first.total === rival.total ? { key: "end.story.tied", params: { name: first.player, rival: rival.player, n: first.total } } : null);

const bonus: Tell = (_, first, rival) => {
  for (const part of BONUSES) {
    const own = Number(first[part] ?? 0);
    const without = first.total - own;
    if (own > 0 && Number(rival[part] ?? 0) < own && without <= rival.total)
      return { key: `end.story.by.${part}` as Key, params: { name: first.player, rival: rival.player, a: without, b: rival.total, c: first.total } };
  }
  return null;
};

const missed: Tell = ({ worth, title }, first, rival) => {
  const decisive = (rival.not_done ?? []).filter((ticket) => rival.total + 2 * worth(ticket) > first.total).sort((a, b) => worth(b) - worth(a))[0];
  return decisive ? { key: "end.story.missed", params: { rival: rival.player, ticket: title(decisive), n: worth(decisive), name: first.player } } : null;
};

const tickets: Tell = (_, first, rival) => {
  const behindBy = Number(rival.routes ?? 0) - Number(first.routes ?? 0);
  const gained = Number(first.tickets ?? 0);
  return behindBy > 0 && gained > 0 ? { key: "end.story.tickets", params: { name: first.player, rival: rival.player, n: behindBy, gained } } : null;
};

const last: Tell = ({ history }, first, rival) => {
  const { leaders } = history;
  const from = leaders.length - history.numbers.length - 1;
  return from > 0 && leaders.at(-1) === first.seat && leaders[from] === rival.seat ? { key: "end.story.last", params: { name: first.player, rival: rival.player } } : null;
};

const always: Tell = ({ history }, first) => {
  const since = history.leaders.findIndex((seat) => seat !== null);
  return since >= 0 && history.leaders.slice(since).every((seat) => seat === first.seat) ? { key: "end.story.always", params: { name: first.player } } : null;
};

const behind: Tell = ({ history }, first) => {
  const half = history.points[Math.floor(history.points.length / 2)] ?? [];
  const own = half[first.seat] ?? 0;
  const gap = Math.max(...half) - own;
  return half.length > 1 && gap > 0 && half.every((points, seat) => seat === first.seat || points > own) ? { key: "end.story.behind", params: { name: first.player, n: gap } } : null;
};

const runaway: Tell = (_, first, rival) => (first.total - rival.total >= FAR ? { key: "end.story.runaway", params: { name: first.player, n: first.total - rival.total } } : null);

const close: Tell = (_, first, rival) => (first.total - rival.total <= CLOSE ? { key: "end.story.close", params: { name: first.player, rival: rival.player, n: first.total - rival.total } } : null);

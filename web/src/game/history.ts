import { takenBack } from "./tell";
import type { GameEvent } from "./types";

/** What a finished game looked like, turn by turn, and in numbers. */
export interface History {
  /** The points on the board after each turn, by seat; the first is before the first turn. */
  points: number[][];
  /** Who led after each turn; null where nobody or several did. */
  leaders: (number | null)[];
  numbers: Numbers[];
}

/** What one player did in a game. */
export interface Numbers {
  routes: number;
  cards: number;
  blind: number;
  special: number;
  laid: number;
  robbed: number;
  turnsInLead: number;
}

const NONE: Numbers = { routes: 0, cards: 0, blind: 0, special: 0, laid: 0, robbed: 0, turnsInLead: 0 };
const IN_TURN = new Set(["draw", "claim", "build", "lay", "pass", "draw_tickets"]);

export function historyOf(events: GameEvent[], seats: number): History {
  const undone = takenBack(events);
  const numbers = Array.from({ length: seats }, () => ({ ...NONE }));
  const score = Array<number>(seats).fill(0);
  const points: number[][] = [[...score]];
  let mover: number | null = null;
  for (const event of events) {
    const { seat } = event;
    if (event.kind === "robbery" && typeof event["by"] === "string") {
      const thief = events.find((other) => other.player === event["by"] && typeof other.seat === "number")?.seat;
      if (typeof thief === "number" && numbers[thief] && !undone.has(Number(event["seq"]))) numbers[thief].robbed += 1;
    }
    if (typeof seat !== "number" || undone.has(Number(event["seq"]))) continue;
    if (IN_TURN.has(event.kind) && seat !== mover) {
      if (mover !== null) points.push([...score]);
      mover = seat;
    }
    const mine = numbers[seat];
    if (mine) count(mine, event);
    if (event.kind === "claimed" || event.kind === "completed") score[seat] = (score[seat] ?? 0) + (event.points ?? 0);
  }
  points.push([...score]);
  const leaders = points.map(leader);
  leaders.forEach((seat) => {
    const mine = seat === null ? undefined : numbers[seat];
    if (mine) mine.turnsInLead += 1;
  });
  return { points, leaders, numbers };
}

function count(mine: Numbers, event: GameEvent): void {
  switch (event.kind) {
    case "draw":
      mine.cards += 1;
      if (event.from === "deck") mine.blind += 1;
      break;
    case "claimed":
      mine.routes += 1;
      if (event.route_kind !== "plain") mine.special += 1;
      break;
    case "lay":
      mine.laid += Object.values(event.cards ?? {}).reduce((sum, n) => sum + n, 0);
      break;
  }
}

/** Who has most; nobody if several do. */
function leader(points: number[]): number | null {
  const most = Math.max(...points);
  const first = points.indexOf(most);
  return most > 0 && points.lastIndexOf(most) === first ? first : null;
}

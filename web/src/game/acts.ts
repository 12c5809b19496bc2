import { cityName, citiesNamed } from "./cities.svelte";
import { cardParts, drawn, fill, takenBack, type Part } from "./tell";
import type { GameEvent } from "./types";
import { t } from "../words/words.svelte";

/** What somebody did last, in a few words for their seat. */
export interface Act {
  parts: Part[];
  points: number | null;
  route: string | null;
}

/** The last act of every seat that did something. */
export function lastActs(events: GameEvent[]): Map<number, Act> {
  const undone = takenBack(events);
  const acts = new Map<number, Act>();
  events.forEach((event, index) => {
    if (event.seat === undefined || event.seat === null || undone.has(Number(event["seq"]))) return;
    const parts = act(events, event, index, undone);
    if (parts) acts.set(event.seat, { parts, points: event.kind === "claimed" ? (event.points ?? null) : null, route: event.kind === "claimed" ? (event.route ?? null) : null });
  });
  return acts;
}

function act(events: GameEvent[], event: GameEvent, index: number, undone: Set<number>): Part[] | null {
  const route = { strong: citiesNamed(event.cities ?? []) };
  switch (event.kind) {
    case "draw": {
      const { open, dealt, blind, isFirst } = drawn(events, index, undone);
      return isFirst ? fill(t("act.took"), { cards: [...open, ...dealt, ...(blind ? [{ back: blind }] : [])] }) : null;
    }
    case "claimed":
      return [route];
    case "claim":
      return event.route_kind === "tunnel" ? fill(t("act.tunnel"), { route }) : null;
    case "withdraw":
      return [t("act.withdrew")];
    case "build":
      return fill(t("act.station"), { city: { strong: cityName(event.city ?? "") } });
    case "draw_tickets":
      return [t("act.tickets")];
    case "keep":
      return event.tickets || event.number !== undefined ? [t("act.kept", { n: event.tickets?.length ?? event.number ?? 0 })] : [t("act.chose")];
    case "pick":
      return [t("act.chose")];
    case "lay":
      return fill(t("act.laid"), { cards: cardParts(event.cards) });
    case "completed":
      return [t("act.completed", { n: event.tickets?.length ?? 0 })];
    case "pass":
      return [t("act.passed")];
    default:
      return null;
  }
}

import type { CardName, GameEvent } from "../game/types";

/** Something on its way over the table; where from and to as selectors, the first one that is on the screen counts. */
export interface Flight {
  id: number;
  /** The card, if one may see it. */
  card: CardName | null;
  from: string[];
  to: string[];
}

/** What flies when this happens: cards and tickets that somebody draws. */
export function flights(latest: GameEvent[], places: (CardName | null)[], me: number | null): Omit<Flight, "id">[] {
  const taken = [...places];
  const isBlind = latest.some((event) => event.kind === "draw" && event.from === "deck");
  return latest.flatMap((event) => {
    const card = (Object.keys(event.cards ?? {})[0] as CardName | undefined) ?? null;
    const to = event.seat === me ? [`.hand .${card ?? "locomotive"}`, "[data-tab=cards]"] : [`.seat[data-seat="${event.seat}"]`];
    if (event.kind === "draw" && event.from === "display") {
      const place = taken.indexOf(card);
      if (place >= 0) taken[place] = null;
      return [{ card, from: [`[data-place="${place}"]`, "[data-tab=cards]"], to }];
    }
    if (event.kind === "deal" && isBlind) return [{ card, from: ["[data-draw=deck]", "[data-tab=cards]"], to }];
    if (event.kind === "draw_tickets" && event.seat !== me) return [{ card: null, from: ["[data-draw=tickets]", "[data-tab=cards]"], to }];
    return [];
  });
}

import { CARDS, type CardName, type Cards } from "./types";

/** The display as places on the table: cards that stay keep their place, new ones fill the gaps. */
export function arrange(before: (CardName | null)[], display: Cards): (CardName | null)[] {
  const left: Cards = { ...display };
  const places: (CardName | null)[] = before.map((card) => {
    if (card === null || !left[card]) return null;
    left[card] -= 1;
    return card;
  });
  const fresh = CARDS.flatMap((card) => Array<CardName>(left[card] ?? 0).fill(card));
  for (let i = 0; i < places.length && fresh.length; i++) if (places[i] === null) places[i] = fresh.shift() ?? null;
  places.push(...fresh);
  while (places.length < 5) places.push(null);
  return places.slice(0, Math.max(5, places.length));
}

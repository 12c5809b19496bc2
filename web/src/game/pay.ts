import { CARDS, type Action, type CardName, type Cards, type View } from "./types";

/** Every way to pay for a route that the server offers, cheapest first. */
export function waysFor(view: View, route: number): Action[] {
  return view.actions.filter((action) => action.kind === "claim" && action.route === route && action.cards);
}

export const canExchange = (view: View, route: number): boolean =>
  view.actions.some((action) => action.kind === "claim" && action.route === route && action.exchange);

export const claimable = (view: View): number[] => [
  ...new Set(view.actions.flatMap((action) => (action.kind === "claim" && action.route !== undefined ? [action.route] : []))),
];

export const count = (cards: Cards): number => CARDS.reduce((sum, card) => sum + (cards[card] ?? 0), 0);

/** The cards one by one, colours first. */
export const spread = (cards: Cards): CardName[] => CARDS.flatMap((card) => Array<CardName>(cards[card] ?? 0).fill(card));

export type Saving = { kind: "cheapest" } | { kind: "colour"; card: CardName } | { kind: "keeps"; card: CardName; n: number };

/** What a way to pay keeps in hand, against the first one; that is how people choose. */
export function saving(way: Cards, first: Cards): Saving {
  const colour = CARDS.find((card) => card !== "locomotive" && way[card]);
  const firstColour = CARDS.find((card) => card !== "locomotive" && first[card]);
  if (way === first) return { kind: "cheapest" };
  if (colour && firstColour && colour !== firstColour) return { kind: "colour", card: colour };
  const spared = (first.locomotive ?? 0) - (way.locomotive ?? 0);
  if (spared > 0) return { kind: "keeps", card: "locomotive", n: spared };
  const card = firstColour ?? "locomotive";
  return { kind: "keeps", card, n: Math.max(0, (first[card] ?? 0) - (way[card] ?? 0)) };
}

export const without = (hand: Cards, paid: Cards): Cards =>
  Object.fromEntries(CARDS.map((card) => [card, (hand[card] ?? 0) - (paid[card] ?? 0)]).filter(([, n]) => Number(n) > 0)) as Cards;

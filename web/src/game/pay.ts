import { CARDS, COLOURS, type Action, type CardName, type Cards, type Route, type View } from "./types";

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

/**
 * A proposal for a payment in which several cards of any kind stand for one: it keeps locomotives and parts with the
 * fewest cards. The server has the last word.
 */
export function proposeExchange(hand: Cards, route: Route): Cards | null {
  const wild = route.kind !== "plain";
  let best: Cards | null = null;
  for (const colour of route.colour === "grey" ? COLOURS : [route.colour])
    for (let own = 0; own <= Math.min(hand[colour] ?? 0, route.length - route.locomotives.length); own++)
      for (let engines = 0; engines <= (wild ? Math.min(hand.locomotive ?? 0, route.length - own) : 0); engines++) {
        const paid: Cards = { [colour]: own, locomotive: engines };
        const found = addAny(hand, paid, (route.length - own - engines) * route.exchange);
        if (found && (best === null || value(found) < value(best))) best = found;
      }
  return best && (Object.fromEntries(Object.entries(best).filter(([, n]) => n)) as Cards);
}

const value = (cards: Cards): number => count(cards) + 1.5 * (cards.locomotive ?? 0);

/** The payment with so many cards of any kind added, of those colours that are least in hand first. */
function addAny(hand: Cards, paid: Cards, number: number): Cards | null {
  const all = { ...paid };
  const left = (card: CardName): number => (hand[card] ?? 0) - (all[card] ?? 0);
  for (const card of [...[...COLOURS].sort((a, b) => left(a) - left(b)), "locomotive"] as CardName[])
    while (number > 0 && left(card) > 0) {
      all[card] = (all[card] ?? 0) + 1;
      number -= 1;
    }
  return number > 0 ? null : all;
}

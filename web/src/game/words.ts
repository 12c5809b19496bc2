import { citiesNamed } from "./cities.svelte";
import { count } from "./pay";
import { CARDS, type Cards, type MapGame, type Route } from "./types";
import { t, tryWord } from "../words/words.svelte";

export const routeName = (route: Route): string => citiesNamed(route.cities);

/** Cards in words, such as "3 yellow, 1 locomotive". */
export const cardWords = (cards: Cards): string =>
  CARDS.flatMap((card) => (cards[card] ? [t("cards.counted", { n: cards[card], card: t(`card.${card}`) })] : [])).join(", ");

/** What kind of route it is, in words: "Ferry, 4 spaces". */
export const kindWords = (route: Route): string => t(`route.${route.kind}`, { n: route.length });

/** What a route asks for, in words. */
export function priceWords(route: Route): string {
  const symbols = route.locomotives.length;
  const colour = route.colour === "grey" ? t("route.oneColour") : t(`card.${route.colour}`);
  const parts = [];
  if (symbols) parts.push(t("cards.counted", { n: symbols, card: t("card.locomotive") }));
  if (route.length > symbols) parts.push(t("cards.counted", { n: route.length - symbols, card: colour }));
  return parts.join(" + ");
}

/** A route in one sentence, for its accessible name. */
export function routeWords(game: MapGame, route: Route): string {
  const words = [routeName(route), kindWords(route), priceWords(route)];
  const worth = game.points[String(route.length)];
  if (worth !== undefined) words.push(t("points", { n: worth }));
  if (route.toll && game.toll_tokens) words.push(t("route.toll", { n: route.toll }));
  return words.join(", ");
}

/** The name of a game in the language of the app, else its own title. */
export const gameTitle = (name: string, title: string): string => tryWord(`game.${name}`) ?? title;

export const worthOf = (game: MapGame, route: Route): number => game.points[String(route.length)] ?? 0;

export const isEmpty = (cards: Cards): boolean => count(cards) === 0;

import { language } from "../words/words.svelte";
import type { City, Game } from "./types";

/** What the cities of the board in use are called in other languages, where its file says so. */
let names = $state.raw(new Map<string, Record<string, string>>());

export function learnCities(game: Game): Game {
  names = new Map(game.kind === "map" ? game.cities.flatMap((city) => (city.names ? [[city.name, city.names]] : [])) : []);
  return game;
}

/** A city in the language of the app; everything but people knows it by the name that is printed. */
export const cityName = (city: string): string => names.get(city)?.[language()] ?? city;

/** Two cities, or those that share a festival, in the language of the app. */
export const citiesNamed = (cities: readonly string[], between = "–"): string => cities.map(cityName).join(between);

/** About how wide a city's name is, on the board. */
export const nameWidth = (city: City): number => (city.label.width * cityName(city.name).length) / city.name.length;

import { nameWidth } from "../game/cities.svelte";
import type { City, MapGame, Route } from "../game/types";
import type { Box as View } from "./camera";

/** Of a name as the board has room for it, with the chip behind it when it is lit up; the same as in `boards.labels`. */
export const SIZE = 14.5;
export const HEIGHT = 18.1;
export const BASELINE = 5;
export const HALO = 3.6;
export const DISC = 15; // of a ticket's number beside a name

export interface Disc {
  n: number;
  done: boolean;
}

const BUSIEST = 10; // cities that are named even where a name lies on the edge of a space
const OVER = [0.3, 0.5]; // of a name's width and height that may lie on spaces then, rather less than more

export interface Name {
  city: City;
  /** The middle of its chip. */
  x: number;
  y: number;
}

interface Box {
  x: number;
  y: number;
  /** Half of its sides. */
  across: number;
  down: number;
}

/** How large names are on the map, so that they are easy to read on the screen and not larger than needed. */
export function nameScale(k: number, smallest: number, largest = 13.5): number {
  const shown = SIZE * k;
  return shown < smallest ? smallest / shown : Math.min(1, largest / shown);
}

/** Where names go: smaller ones within the room they have, larger ones where there is room, rather in sight, the most important first. */
export function placed(game: MapGame, scale: number, first: Set<string>, discs: Map<string, Disc[]> = new Map(), view?: View): Name[] {
  const beside = (city: City): number => (discs.get(city.name)?.length ?? 0) * DISC;
  if (scale <= 1) return game.cities.map((city) => widened(city, shrunk(city, scale), beside(city) * scale));
  const taken: Box[] = game.cities.map(({ x, y, r }) => ({ x, y, across: r, down: r }));
  const names: Name[] = [];
  byImportance(game, first).forEach((city, rank) => {
    const offers = places(city, scale, beside(city)).filter((box) => !taken.some((other) => touch(box, other)));
    const isBig = first.has(city.name) || rank < first.size + BUSIEST;
    const seen = view && isIn({ ...city, across: 0, down: 0 }, view) ? offers.filter((offer) => isIn(offer, view)) : offers;
    const box = clear(game, seen, isBig) ?? clear(game, offers, isBig);
    const forced = box ?? (first.has(city.name) ? (seen[0] ?? offers[0] ?? places(city, scale, beside(city))[0]) : undefined);
    if (!forced) return;
    taken.push(forced);
    names.push({ city, x: forced.x, y: forced.y });
  });
  return names;
}

/** The first of these places that is free of spaces; for a big city one that lies on the edge of some will do. */
function clear(game: MapGame, offers: Box[], isBig: boolean): Box | undefined {
  return [0, ...(isBig ? OVER : [])].map((over) => offers.find((offer) => !overSpaces(game, shrink(offer, over)))).find(Boolean);
}

/** A name that needs less than its room stays in it, on the side of its city. */
function shrunk(city: City, scale: number): Name {
  const { x, y, width } = city.label;
  return { city, x: x + within(city.x - x, (width * (1 - scale)) / 2), y: y + within(city.y - y, (HEIGHT * (1 - scale)) / 2) };
}

/** With room for numbers on the side that is turned away from the city. */
function widened(city: City, name: Name, by: number): Name {
  return { ...name, x: name.x + (Math.sign(name.x - city.x) * by) / 2 };
}

const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

/** Those that are wanted, then those at which most spaces end. */
function byImportance(game: MapGame, first: Set<string>): City[] {
  const ends = game.routes.flatMap((route) => route.cities);
  const weight = (city: City): number => (first.has(city.name) ? 100 : 0) + ends.filter((name) => name === city.name).length;
  return [...game.cities].sort((a, b) => weight(b) - weight(a));
}

/** Around a city, the side first on which the board has its name. */
function places(city: City, scale: number, beside: number): Box[] {
  const across = ((nameWidth(city) + beside) * scale) / 2;
  const down = (HEIGHT * scale) / 2;
  const start = Math.atan2(city.label.y - city.y, city.label.x - city.x);
  const turns = [0, 1, -1, 2, -2, 4, -4, 6, -6, 8, 3, -3, 5, -5, 7, -7];
  return [2, 8, 14].flatMap((gap) =>
    turns.map((turn) => {
      const direction = start + (turn * Math.PI) / 8;
      const [x, y] = [Math.cos(direction), Math.sin(direction)];
      const away = city.r + gap;
      return { x: city.x + x * away + within(1.5 * x, 1) * across, y: city.y + y * away + within(1.5 * y, 1) * down, across, down };
    }),
  );
}

const shrink = ({ x, y, across, down }: Box, by: number): Box => ({ x, y, across: across * (1 - by), down: down * (1 - by) });

const touch = (a: Box, b: Box): boolean => Math.abs(a.x - b.x) < a.across + b.across && Math.abs(a.y - b.y) < a.down + b.down;

const isIn = (box: Box, view: View): boolean =>
  box.x - box.across >= view.x && box.x + box.across <= view.x + view.width && box.y - box.down >= view.y && box.y + box.down <= view.y + view.height;

const overSpaces = (game: MapGame, box: Box): boolean => game.routes.some((route) => route.spaces.some((space) => isOver(box, route, space)));

/** Whether a name lies on a space: no line along a side of either parts them. */
function isOver(box: Box, route: Route, [x, y, angle]: [number, number, number]): boolean {
  const [dx, dy] = [x - box.x, y - box.y];
  const [half, wide] = [route.size[0] / 2, route.size[1] / 2];
  if (Math.hypot(dx, dy) > Math.hypot(box.across, box.down) + half + wide) return false;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const [c, s] = [Math.abs(cos), Math.abs(sin)];
  return (
    Math.abs(dx) < box.across + half * c + wide * s &&
    Math.abs(dy) < box.down + half * s + wide * c &&
    Math.abs(dx * cos + dy * sin) < half + box.across * c + box.down * s &&
    Math.abs(dy * cos - dx * sin) < wide + box.across * s + box.down * c
  );
}

import type { City, MapGame } from "../game/types";

/** Of a name as the board has room for it, with the chip behind it when it is lit up; the same as in `boards.labels`. */
export const SIZE = 14.5;
export const HEIGHT = 18.1;
export const BASELINE = 5;
export const HALO = 3.6;

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
export function nameScale(k: number, smallest: number): number {
  const shown = SIZE * k;
  return shown < smallest ? smallest / shown : Math.min(1, 13.5 / shown);
}

/** Where names go: smaller ones within the room they have, larger ones where there is room, the most important first. */
export function placed(game: MapGame, scale: number, first: Set<string>): Name[] {
  if (scale <= 1) return game.cities.map((city) => shrunk(city, scale));
  const taken: Box[] = game.cities.map(({ x, y, r }) => ({ x, y, across: r, down: r }));
  const names: Name[] = [];
  for (const city of byImportance(game, first)) {
    const offers = places(city, scale);
    const found = offers.find((box) => !taken.some((other) => touch(box, other)) && !overSpaces(game, box));
    const box = found ?? (first.has(city.name) ? offers[0] : undefined);
    if (!box) continue;
    taken.push(box);
    names.push({ city, x: box.x, y: box.y });
  }
  return names;
}

/** A name that needs less than its room stays in it, on the side of its city. */
function shrunk(city: City, scale: number): Name {
  const { x, y, width } = city.label;
  return { city, x: x + within(city.x - x, (width * (1 - scale)) / 2), y: y + within(city.y - y, (HEIGHT * (1 - scale)) / 2) };
}

const within = (value: number, most: number): number => Math.max(-most, Math.min(most, value));

function byImportance(game: MapGame, first: Set<string>): City[] {
  const ends = game.routes.flatMap((route) => route.cities);
  const weight = (city: City): number => (first.has(city.name) ? 100 : 0) + ends.filter((name) => name === city.name).length;
  return [...game.cities].sort((a, b) => weight(b) - weight(a));
}

/** Around a city, the side first on which the board has its name. */
function places(city: City, scale: number): Box[] {
  const across = (city.label.width * scale) / 2;
  const down = (HEIGHT * scale) / 2;
  const start = Math.atan2(city.label.y - city.y, city.label.x - city.x);
  const turns = [0, 1, -1, 2, -2, 4, -4, 6, -6, 8, 3, -3, 5, -5, 7, -7];
  return [2, 8].flatMap((gap) =>
    turns.map((turn) => {
      const direction = start + (turn * Math.PI) / 8;
      const [x, y] = [Math.cos(direction), Math.sin(direction)];
      const away = city.r + gap;
      return { x: city.x + x * away + within(1.5 * x, 1) * across, y: city.y + y * away + within(1.5 * y, 1) * down, across, down };
    }),
  );
}

const touch = (a: Box, b: Box): boolean => Math.abs(a.x - b.x) < a.across + b.across && Math.abs(a.y - b.y) < a.down + b.down;

function overSpaces(game: MapGame, box: Box): boolean {
  return game.routes.some((route) =>
    route.spaces.some(([x, y, angle]) => {
      const [c, s] = [Math.abs(Math.cos((angle * Math.PI) / 180)), Math.abs(Math.sin((angle * Math.PI) / 180))];
      const [half, wide] = [route.size[0] / 2, route.size[1] / 2];
      return touch(box, { x, y, across: half * c + wide * s, down: half * s + wide * c });
    }),
  );
}

import type { Route } from "../game/types";

/** The middle line of a route's spaces, from the edge of the first to the edge of the last, as path data. */
export function lane(route: Route, beyond = 0): string {
  const half = route.size[0] / 2 + beyond;
  const { spaces } = route;
  const first = spaces[0];
  const last = spaces[spaces.length - 1];
  if (!first || !last) return "";
  const ahead = direction(first, spaces[1] ?? null);
  const back = direction(last, spaces[spaces.length - 2] ?? null);
  const start = `${round(first[0] - ahead[0] * half)} ${round(first[1] - ahead[1] * half)}`;
  const end =
    spaces.length > 1
      ? `${round(last[0] - back[0] * half)} ${round(last[1] - back[1] * half)}`
      : `${round(first[0] + ahead[0] * half)} ${round(first[1] + ahead[1] * half)}`;
  return `M${start}${spaces.map(([x, y]) => `L${x} ${y}`).join("")}L${end}`;
}

type Point = readonly [number, number];

/** A closed line around a route, so far from its middle line; around a pair if the other half is given. */
export function outline(route: Route, beyond: number, twin: Route | null = null): string {
  const half = route.size[1] / 2 + (route.kind === "plain" ? 0 : CASING) + beyond;
  const first = route.spaces[0];
  const other = twin ? side(route, twin) : null;
  if (!first) return "";
  const apart = other?.[0] ? Math.hypot(other[0][0] - first[0], other[0][1] - first[1]) / 2 : 0;
  const middle = route.spaces.map(([x, y], i): Point => [(x + (other?.[i]?.[0] ?? x)) / 2, (y + (other?.[i]?.[1] ?? y)) / 2]);
  const ends = route.size[0] / 2 + beyond;
  const angles = route.spaces.map((space, i): number => {
    const before = route.spaces[i - 1] ?? space;
    const after = route.spaces[i + 1] ?? space;
    return route.spaces.length > 1 ? Math.atan2(after[1] - before[1], after[0] - before[0]) : (space[2] * Math.PI) / 180;
  });
  const stretched = [moved(middle[0], angles[0], -ends), ...middle, moved(middle.at(-1), angles.at(-1), ends)];
  const turned = [angles[0] ?? 0, ...angles, angles.at(-1) ?? 0];
  const edge = (sign: number): string[] =>
    stretched.map(([x, y], i) => `${round(x - sign * (half + apart) * Math.sin(turned[i] ?? 0))} ${round(y + sign * (half + apart) * Math.cos(turned[i] ?? 0))}`);
  return `M${[...edge(1), ...edge(-1).reverse()].join("L")}Z`;
}

const CASING = 3.6; // of a tunnel's bed or a ferry's band beside the spaces

/** The spaces of the other half in the order of this one's; nothing if it does not run beside it. */
function side(route: Route, twin: Route): [number, number, number][] | null {
  const [first, start, end] = [route.spaces[0], twin.spaces[0], twin.spaces.at(-1)];
  if (!first || !start || !end || route.track !== twin.track || route.spaces.length !== twin.spaces.length) return null;
  const near = Math.hypot(start[0] - first[0], start[1] - first[1]) <= Math.hypot(end[0] - first[0], end[1] - first[1]);
  return near ? twin.spaces : [...twin.spaces].reverse();
}

const moved = (from: Point | undefined, angle: number | undefined, by: number): Point => [
  (from?.[0] ?? 0) + by * Math.cos(angle ?? 0), (from?.[1] ?? 0) + by * Math.sin(angle ?? 0),
];

/** Unit vector along a space, towards its neighbour if it has one. */
function direction(space: [number, number, number], towards: [number, number, number] | null): [number, number] {
  const angle = (space[2] * Math.PI) / 180;
  const along: [number, number] = [Math.cos(angle), Math.sin(angle)];
  if (!towards) return along;
  const forward = (towards[0] - space[0]) * along[0] + (towards[1] - space[1]) * along[1] > 0;
  return forward ? along : [-along[0], -along[1]];
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** The middle of a route, where its one symbol goes when the map is small. */
export function middle(route: Route): { x: number; y: number } {
  const low = route.spaces[Math.floor((route.spaces.length - 1) / 2)];
  const high = route.spaces[Math.ceil((route.spaces.length - 1) / 2)];
  return low && high ? { x: (low[0] + high[0]) / 2, y: (low[1] + high[1]) / 2 } : { x: 0, y: 0 };
}

/** The route whose middle lies nearest in a direction, for the arrow keys. */
export function neighbour(routes: Route[], from: Route, dx: number, dy: number): Route | null {
  const here = middle(from);
  let best: Route | null = null;
  let least = Infinity;
  for (const route of routes) {
    if (route.id === from.id) continue;
    const there = middle(route);
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy - (there.y - here.y) * dx);
    if (ahead < 2 || aside > ahead * 1.6) continue;
    const cost = ahead + aside * 1.8;
    if (cost < least) {
      least = cost;
      best = route;
    }
  }
  return best;
}

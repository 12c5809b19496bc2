import type { City as Placed, Plan, Route as PlacedRoute, Track } from "../game/types";
import type { Board, Route } from "./board";
import { between, festivalOf } from "./changes";
import { apart, project, type Frame, type Point } from "./frame";

/** Where everything lies: what the service has laid out where it still fits, else a quick straight shape. */

export interface Laid {
  plan: Pick<Plan, "cities" | "tracks" | "routes">;
  /** The board that was laid out. */
  board: Board;
}

export interface Place extends Point {
  id: number;
  r: number;
  label: Placed["label"];
}

export type Spaces = PlacedRoute;

const LANE = 16;
const SPACE = 13.5;
const CITY = 6.5;
const FESTIVAL = 10.5;

export const radius = (board: Board, city: number): number => (festivalOf(board, city) ? FESTIVAL : CITY);

export function placesOf(board: Board, frame: Frame, laid: Laid | null): Map<number, Place> {
  const known = new Map(laid?.plan.cities.map((city, i) => [laid.board.cities.filter((each) => each.name)[i]?.id, city]) ?? []);
  return new Map(board.cities.map((city): [number, Place] => {
    const at = project(frame, city.latitude, city.longitude);
    const found = known.get(city.id);
    const width = city.name.length * 8.2 + 7;
    const isThere = found && found.name === city.name && apart(found, at) < 0.2;
    const label = isThere ? found.label : { x: at.x + radius(board, city.id) + 5 + width / 2, y: at.y, width };
    return [city.id, { id: city.id, ...at, r: radius(board, city.id), label }];
  }));
}

/** What a route's shape depends on. */
function shapeKey(route: Route, board: Board, places: Map<number, Point>): string {
  const [a, b] = [places.get(route.a), places.get(route.b)];
  const lanes = between(board, route.a, route.b).map(({ id, length, kind }) => (id === route.id ? "*" : `${length}${kind}`)).join();
  return [a?.x.toFixed(1), a?.y.toFixed(1), b?.x.toFixed(1), b?.y.toFixed(1), route.length, route.kind, route.toll ? 1 : 0, lanes].join(" ");
}

export interface Drawn {
  routes: Map<number, Spaces>;
  tracks: Track[];
}

export function drawn(board: Board, places: Map<number, Place>, laid: Laid | null, frame: Frame): Drawn {
  const shapes = new Map<string, { spaces: PlacedRoute; track: Track | undefined }>();
  if (laid) {
    const then = new Map(laid.board.cities.map((city) => [city.id, project(frame, city.latitude, city.longitude)]));
    for (const spaces of laid.plan.routes) {
      const route = laid.board.routes[spaces.id];
      if (route) shapes.set(`${route.id} ${shapeKey(route, laid.board, then)}`, { spaces, track: laid.plan.tracks[spaces.track] });
    }
  }
  const routes = new Map<number, Spaces>();
  const tracks = new Set<Track>();
  for (const route of board.routes) {
    const found = shapes.get(`${route.id} ${shapeKey(route, board, places)}`);
    const [a, b] = [places.get(route.a), places.get(route.b)];
    if (!a || !b) continue;
    const shape = found?.spaces ?? straight(route, board, a, b);
    tracks.add(found?.track ?? line(route, a, b));
    routes.set(route.id, {
      ...shape, id: route.id, colour: route.colour, kind: route.kind, length: route.length, toll: route.toll, locomotives: symbols(route.length, route.locomotives),
    });
  }
  return { routes, tracks: [...tracks] };
}

/** The spaces with a locomotive's symbol, around the middle. */
export function symbols(length: number, count: number): number[] {
  const first = Math.floor((length - count) / 2);
  return Array.from({ length: Math.max(0, Math.min(count, length)) }, (_, i) => first + i);
}

function straight(route: Route, board: Board, a: Place, b: Place): Spaces {
  const far = apart(a, b) || 1;
  const [ux, uy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const room = Math.max(far - a.r - b.r - 10, route.length * 8);
  const pitch = Math.min(room / route.length, 35);
  const alike = between(board, route.a, route.b).filter(({ length, kind }) => length === route.length && kind === route.kind);
  const aside = alike.length > 1 ? (alike[0]?.id === route.id ? -LANE / 2 : LANE / 2) * (alike[0]?.a === route.a ? 1 : -1) : between(board, route.a, route.b).length > 1 ? (between(board, route.a, route.b)[0]?.id === route.id ? -LANE : LANE) : 0;
  const angle = (Math.atan2(uy, ux) * 180) / Math.PI;
  const start = (far + a.r - b.r) / 2 - (pitch * (route.length - 1)) / 2;
  const spaces = Array.from({ length: route.length }, (_, i): [number, number, number] => [
    a.x + ux * (start + i * pitch) - uy * aside, a.y + uy * (start + i * pitch) + ux * aside, upright(angle),
  ]);
  return {
    id: route.id, name: "", cities: ["", ""], length: route.length, colour: route.colour, kind: route.kind, locomotives: [], exchange: 0, toll: route.toll,
    track: -1, size: [Math.max(8, Math.min(33, pitch - 2)), SPACE], spaces,
  };
}

const upright = (angle: number): number => (angle > 90 ? angle - 180 : angle <= -90 ? angle + 180 : angle);

function line(route: Route, a: Point, b: Point): Track {
  const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
  const coin: Pick<Track, "coin" | "toll"> = route.toll ? { coin: [b.x + (a.x - b.x) * 0.12, b.y + (a.y - b.y) * 0.12], toll: route.toll } : {};
  return { kind: route.kind, width: SPACE, rail: d, core: d, routes: [route.id], ...coin };
}

/** The nearest of some places, if it is near. */
export function nearest(places: Iterable<Place>, at: Point, within: number): Place | null {
  let [best, least]: [Place | null, number] = [null, within];
  for (const place of places) {
    const far = apart(place, at);
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

/** The place that lies nearest in a direction, for the arrow keys. */
export function towards(places: Iterable<Place>, from: Place, dx: number, dy: number): Place | null {
  let [best, least]: [Place | null, number] = [null, Infinity];
  for (const place of places) {
    const [x, y] = [place.x - from.x, place.y - from.y];
    const [ahead, aside] = [x * dx + y * dy, Math.abs(x * dy - y * dx)];
    if (place.id === from.id || ahead < 2 || aside > ahead * 1.8) continue;
    const cost = ahead + 1.8 * aside;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}

/** How long a route is proposed to be, from the room between its cities. */
export const proposedLength = (a: Point, b: Point): number => Math.max(1, Math.min(6, Math.round((apart(a, b) - 26) / 34)));


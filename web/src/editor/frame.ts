import type { City } from "./board";

/** How the earth lies on the canvas: conic equidistant, as `branchline.drawing.projection`; angles in radians but the meridian. */
export interface Frame {
  bend: number;
  apex: number;
  middle: number;
  meridian: number;
  x: number;
  y: number;
  across: number;
  down: number;
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Region {
  south: number;
  north: number;
  west: number;
  east: number;
}

const RADIANS = Math.PI / 180;
/** Boards across the date line go on beyond 180°. */
export const FARTHEST_EAST = 360;
const MARGIN = 70;
const SQUEEZE = 1.25;
const [SMALLEST, LARGEST] = [480, 2400];

export function project(frame: Frame, latitude: number, longitude: number): Point {
  const [phi, turn] = [latitude * RADIANS, (longitude - frame.meridian) * RADIANS];
  if (!frame.bend) return { x: frame.x + turn * Math.cos(frame.middle) * frame.across, y: frame.y + (frame.middle - phi) * frame.down };
  const rho = frame.apex - phi;
  const [east, south] = [rho * Math.sin(frame.bend * turn), rho * Math.cos(frame.bend * turn) - (frame.apex - frame.middle)];
  return { x: frame.x + east * frame.across, y: frame.y + south * frame.down };
}

/** Latitude and longitude of a place on the canvas, to a thousandth of a degree. */
export function unproject(frame: Frame, { x, y }: Point): { latitude: number; longitude: number } {
  const [east, south] = [(x - frame.x) / frame.across, (y - frame.y) / frame.down];
  let [phi, turn] = [frame.middle - south, east / Math.cos(frame.middle)];
  if (frame.bend) {
    const [sign, below] = [Math.sign(frame.bend), south + frame.apex - frame.middle];
    turn = Math.atan2(sign * east, sign * below) / frame.bend;
    phi = frame.apex - sign * Math.hypot(east, below);
  }
  const longitude = frame.meridian + turn / RADIANS;
  return { latitude: rounded(Math.max(-85, Math.min(85, phi / RADIANS))), longitude: rounded(longitude < -180 ? longitude + 360 : longitude > FARTHEST_EAST ? longitude - 360 : longitude) };
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** The cone that cuts a region at a sixth of its height from both ends. */
function cone({ south, north, west, east }: Region): Pick<Frame, "bend" | "apex" | "middle" | "meridian"> {
  const [low, high] = [south * RADIANS, north * RADIANS];
  const [middle, meridian] = [(low + high) / 2, (west + east) / 2];
  const [lower, upper] = [low + (high - low) / 6, high - (high - low) / 6];
  const bend = upper > lower ? (Math.cos(lower) - Math.cos(upper)) / (upper - lower) : 0;
  if (Math.abs(bend) < 0.05) return { bend: 0, apex: 0, middle, meridian };
  return { bend, apex: Math.cos(lower) / bend + lower, middle, meridian };
}

/** The frame that shows a region on a canvas about so wide and high. */
export function frameOf(region: Region, points: readonly { latitude: number; longitude: number }[], width: number, height: number): Frame {
  const bare: Frame = { ...cone(region), x: 0, y: 0, across: 1, down: 1, width, height };
  const flat = points.map(({ latitude, longitude }) => project(bare, latitude, longitude));
  const [xs, ys] = [flat.map(({ x }) => x), flat.map(({ y }) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  let across = (width - 2 * MARGIN) / Math.max(east - west, 1e-6);
  let down = (height - 2 * MARGIN) / Math.max(south - north, 1e-6);
  [across, down] = [Math.min(across, down * SQUEEZE), Math.min(down, across * SQUEEZE)];
  return { ...bare, across, down, x: width / 2 - (across * (east + west)) / 2, y: height / 2 - (down * (north + south)) / 2 };
}

/** The frame for a region that was chosen, as large as routes of some spaces need. */
export function frameOfRegion(region: Region): Frame {
  const bare: Frame = { ...cone(region), x: 0, y: 0, across: 1, down: 1, width: 0, height: 0 };
  const corners = [region.south, (region.south + region.north) / 2, region.north].flatMap((latitude) =>
    [region.west, (region.west + region.east) / 2, region.east].map((longitude) => ({ latitude, longitude })));
  const flat = corners.map(({ latitude, longitude }) => project(bare, latitude, longitude));
  const across = Math.max(...flat.map(({ x }) => x)) - Math.min(...flat.map(({ x }) => x));
  const down = Math.max(...flat.map(({ y }) => y)) - Math.min(...flat.map(({ y }) => y));
  const scale = Math.sqrt((1150 * 800) / Math.max(across * down, 1e-9));
  return frameOf(region, corners, clamp(across * scale), clamp(down * scale));
}

/** The frame for cities that are there, at which most routes have the room that their spaces need. */
export function frameOfCities(cities: readonly City[], routes: readonly { a: number; b: number; length: number }[]): Frame {
  if (cities.length < 2) return frameOfRegion(around(cities));
  const region = bounds(cities);
  const bare: Frame = { ...cone(region), x: 0, y: 0, across: 1, down: 1, width: 0, height: 0 };
  const flat = new Map(cities.map((city) => [city.id, project(bare, city.latitude, city.longitude)]));
  const scales = routes
    .map(({ a, b, length }) => (length * 30 + 26) / Math.max(apart(flat.get(a), flat.get(b)), 1e-4))
    .sort((one, other) => one - other);
  const points = [...flat.values()];
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  const scale = 1.12 * (scales[Math.floor(0.8 * scales.length)] ?? 1000 / Math.max(wide, high, 1e-6));
  return frameOf(region, cities, clamp(scale * wide + 2 * MARGIN), clamp(scale * high + 2 * MARGIN));
}

const clamp = (side: number): number => Math.round(Math.min(LARGEST, Math.max(SMALLEST, side)));

export const apart = (a: Point | undefined, b: Point | undefined): number => (a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0);

export function bounds(cities: readonly { latitude: number; longitude: number }[]): Region {
  const [latitudes, longitudes] = [cities.map((city) => city.latitude), cities.map((city) => city.longitude)];
  return { south: Math.min(...latitudes), north: Math.max(...latitudes), west: Math.min(...longitudes), east: Math.max(...longitudes) };
}

function around(cities: readonly City[]): Region {
  const { latitude, longitude } = cities[0] ?? { latitude: 48, longitude: 10 };
  return { south: latitude - 6, north: latitude + 6, west: longitude - 9, east: longitude + 9 };
}

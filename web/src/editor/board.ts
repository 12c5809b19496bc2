import { COLOURS, type Colour, type RouteKind } from "../game/types";
import { FARTHEST_EAST } from "./frame";
import { shortest } from "./ways";

/** A board as it is edited: things know each other by numbers, so that a name can change letter by letter. */
export interface Board {
  name: string;
  title: string;
  status: string;
  about: string;
  /** Only what differs from the base game. */
  rules: Readonly<Record<string, unknown>>;
  /** As the file has them: they are kept, but not edited here. */
  options: Readonly<Record<string, unknown>>;
  cities: readonly City[];
  routes: readonly Route[];
  tickets: readonly Ticket[];
  festivals: readonly Festival[];
  /** The number of the next new thing. */
  next: number;
}

export interface City {
  id: number;
  name: string;
  latitude: number;
  longitude: number;
  /** What it is called in other languages, where that was typed. */
  names?: Readonly<Record<string, unknown>>;
}

export type RouteColour = Colour | "grey";
export const SWATCHES: readonly RouteColour[] = [...COLOURS, "grey"];
export const KINDS: readonly RouteKind[] = ["plain", "tunnel", "ferry"];

export interface Route {
  id: number;
  a: number;
  b: number;
  length: number;
  colour: RouteColour;
  kind: RouteKind;
  locomotives: number;
  exchange: number;
  toll: number;
}

export interface Ticket {
  id: number;
  a: number;
  b: number;
  /** Typed by somebody; null: as many as the shortest way has spaces. */
  points: number | null;
  deck: string;
  neutral: readonly [number, number] | null;
}

export interface Festival {
  id: number;
  cities: readonly number[];
  points: readonly number[];
}

export const EMPTY: Board = {
  name: "my-board", title: "", status: "draft", about: "", rules: {}, options: {}, cities: [], routes: [], tickets: [], festivals: [], next: 1,
};

type Entry = Record<string, unknown>;

const text = (value: unknown, otherwise = ""): string => (typeof value === "string" ? value : otherwise);
const whole = (value: unknown, otherwise: number): number => (typeof value === "number" && Number.isFinite(value) ? Math.round(value) : otherwise);
const table = (value: unknown): Entry => (value && typeof value === "object" && !Array.isArray(value) ? (value as Entry) : {});
const entries = (value: unknown): Entry[] => (Array.isArray(value) ? value.map(table) : []);
const oneOf = <T extends string>(value: unknown, known: readonly T[], otherwise: T): T => known.find((each) => each === value) ?? otherwise;

/** The board in the data of a file, as far as it makes sense; `lost` counts entries that name no city of the board. */
export function fromData(data: unknown): { board: Board; lost: number } {
  const top = table(data);
  const map = table(top["map"]);
  let next = 1;
  let lost = 0;
  const cities = entries(map["cities"]).map((each): City => ({
    id: next++,
    name: text(each["name"]),
    latitude: degrees(each["latitude"], -85, 85),
    longitude: degrees(each["longitude"], -180, FARTHEST_EAST),
    ...(each["names"] ? { names: table(each["names"]) } : {}),
  }));
  const known = new Map([...cities].reverse().map((city) => [city.name, city.id]));
  const ends = (each: Entry): [number, number] | null => {
    const [a, b] = [known.get(text(each["a"])), known.get(text(each["b"]))];
    if (a !== undefined && b !== undefined) return [a, b];
    lost++;
    return null;
  };
  const routes = entries(map["routes"]).flatMap((each): Route[] => {
    const found = ends(each);
    if (!found) return [];
    return [{
      id: next++, a: found[0], b: found[1], length: whole(each["length"], 1), colour: oneOf(each["colour"], SWATCHES, "grey"),
      kind: oneOf(each["kind"], KINDS, "plain"), locomotives: whole(each["locomotives"], 0), exchange: whole(each["exchange"], 0), toll: whole(each["toll"], 0),
    }];
  });
  const ways = { cities, routes };
  const tickets = entries(map["tickets"]).flatMap((each): Ticket[] => {
    const found = ends(each);
    if (!found) return [];
    const points = whole(each["points"], 0);
    const neutral = Array.isArray(each["neutral"]) ? each["neutral"].flatMap((name) => known.get(text(name)) ?? []) : [];
    return [{
      id: next++, a: found[0], b: found[1], points: points === shortest(ways, ...found)?.trains || !points ? null : points,
      deck: text(each["deck"], "tickets"), neutral: neutral.length === 2 ? [neutral[0] ?? 0, neutral[1] ?? 0] : null,
    }];
  });
  const festivals = entries(map["festivals"]).map((each): Festival => ({
    id: next++,
    cities: (Array.isArray(each["cities"]) ? each["cities"] : []).flatMap((name) => known.get(text(name)) ?? []),
    points: (Array.isArray(each["points"]) ? each["points"] : []).map((points) => whole(points, 0)),
  }));
  return {
    board: {
      name: text(top["name"], EMPTY.name), title: text(top["title"]), status: text(top["status"], "draft"), about: text(top["about"]),
      rules: table(top["rules"]), options: table(top["options"]), cities, routes, tickets, festivals, next,
    },
    lost,
  };
}

function degrees(value: unknown, least: number, most: number): number {
  const found = typeof value === "number" && Number.isFinite(value) ? value : 0;
  return Math.max(least, Math.min(most, found));
}

/** What the file of a board holds. */
export function toData(board: Board): Entry {
  const name = new Map(board.cities.map((city) => [city.id, city.name]));
  const called = (id: number): string => name.get(id) ?? "";
  const { title, status, about, rules, options } = board;
  return {
    name: board.name, title: title || board.name, status, about, rules, options,
    map: {
      cities: board.cities.map(({ id: _, ...city }) => city),
      routes: board.routes.map(({ id: _, a, b, ...rest }) => ({ a: called(a), b: called(b), ...rest })),
      tickets: board.tickets.map((ticket) => ({
        a: called(ticket.a), b: called(ticket.b), points: pointsOf(board, ticket), deck: ticket.deck,
        ...(ticket.neutral ? { neutral: ticket.neutral.map(called) } : {}),
      })),
      festivals: board.festivals.map(({ cities, points }) => ({ cities: cities.map(called), points })),
    },
  };
}

/** What a ticket is worth: what was typed, else the spaces of the shortest way. */
export const pointsOf = (board: Board, ticket: Ticket): number => ticket.points ?? Math.max(1, shortest(board, ticket.a, ticket.b)?.trains ?? 1);

/** A name for a file, from what people read. */
export function fileName(title: string): string {
  const plain = title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/ø/g, "o").replace(/æ/g, "ae").replace(/ð/g, "d").replace(/þ/g, "th");
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 40) || EMPTY.name;
}

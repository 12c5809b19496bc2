import { learnCities } from "../game/cities.svelte";
import type { Game, GameEvent, GameInfo, View } from "../game/types";
import { randomNumber } from "./fair";

export interface Problem {
  code: string;
  text: string;
  rule: string | null;
  params?: Record<string, unknown>;
}

export class ApiError extends Error {
  constructor(readonly problem: Problem, readonly status: number) {
    super(problem.text);
  }

  /** Whether what was asked for is not there, or no more. */
  get isGone(): boolean {
    return this.status === 404 || this.status === 410;
  }
}

export function ask<T>(path: string, body?: unknown, token?: string): Promise<T> {
  return call<T>(path, body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }, token);
}

export const erase = (path: string, token?: string): Promise<unknown> => call(path, { method: "DELETE" }, token);

/** Give the service a record to look at; its table has the replay. */
export const uploadRecord = (text: string): Promise<{ id: string }> =>
  call("/records", { method: "POST", headers: { "Content-Type": "text/plain; charset=utf-8" }, body: text });

async function call<T>(path: string, init: RequestInit, token?: string): Promise<T> {
  const headers = { ...(init.headers as Record<string, string> | undefined), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  return (await (await answered(path, { ...init, headers })).json()) as T;
}

async function answered(path: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(`/api${path}`, init);
  if (answer.ok) return answer;
  const said = (await answer.json().catch(() => null)) as { error?: Problem } | null;
  throw new ApiError(said?.error ?? { code: "unknown", text: answer.statusText, rule: null }, answer.status);
}

/** What is printed on boards, also without a connection if it was read here before. */
async function printed<T>(path: string): Promise<T> {
  const stored = async (): Promise<Cache | undefined> => ("caches" in globalThis ? caches.open("branchline-games") : undefined);
  try {
    const answer = await answered(path, {});
    const copy = answer.clone();
    void stored().then((store) => store?.put(`/api${path}`, copy)).catch(() => {});
    return (await answer.json()) as T;
  } catch (error) {
    const kept = error instanceof ApiError ? undefined : await stored().then((store) => store?.match(`/api${path}`)).catch(() => {});
    if (!kept) throw error;
    return (await kept.json()) as T;
  }
}

export const games = (): Promise<GameInfo[]> => printed<GameInfo[]>("/games");

/** About how many seconds a game, and bots by their level, still take to be compiled; 0 once they are. */
export interface Readiness {
  rules: number;
  bots: Record<string, number>;
}

export const readiness = (board: string, levels: string[]): Promise<Readiness> =>
  ask(`/ready?${new URLSearchParams([["board", board], ...levels.map((level) => ["level", level])]).toString()}`);

const known = new Map<string, Promise<Game>>();

export function game(name: string, options: Record<string, unknown> = {}): Promise<Game> {
  const query = new URLSearchParams(Object.entries(options).map(([key, value]) => [key, String(value)])).toString();
  const path = `/games/${name}${query ? `?${query}` : ""}`;
  let found = known.get(path);
  if (!found) {
    found = printed<Game>(path);
    found.catch(() => known.delete(path));
    known.set(path, found);
  }
  return found.then(learnCities);
}

export interface SeatWish {
  kind: "open" | "me" | "bot";
  name?: string;
  level?: string;
}

export interface ClockWish {
  kind: "live" | "days";
  move_seconds?: number | null;
  game_seconds?: number | null;
  days?: number;
}

export interface TableWish {
  board: string;
  options: Record<string, unknown>;
  seats: SeatWish[];
  clock: ClockWish | null;
  timeout: "bot" | "lose";
  public: boolean;
  /** Whether players may ask the coach; null: only one who plays against bots alone. */
  hints?: boolean | null;
  /** A first game that teaches, with a deal made for it. */
  lesson?: string;
}

export interface NewTable {
  host: string;
  id: string;
  seats: { seat: number; token: string }[];
  invite: string;
}

/** Set a table, and give a random number for each own seat: the service has committed to its secret by then. */
export async function openTable(wish: TableWish): Promise<NewTable> {
  const made = await ask<NewTable>("/tables", wish);
  await contribute(made);
  return made;
}

/** Give random numbers for own seats; without them the draws are as good, but the service alone has chosen. */
export const contribute = ({ id, seats }: Pick<NewTable, "id" | "seats">): Promise<unknown> =>
  Promise.allSettled(seats.map(({ token }) => ask(`/tables/${id}/number`, { number: randomNumber() }, token)));

export interface Replayed {
  moves: number;
  move: number;
  /** What this move brought. */
  events: GameEvent[];
  views: Record<string, View>;
}

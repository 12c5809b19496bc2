import type { Game, GameEvent, GameInfo, View } from "../game/types";

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
}

export async function ask<T>(path: string, body?: unknown, token?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const init: RequestInit = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const answer = await fetch(`/api${path}`, init);
  if (!answer.ok) {
    const said = (await answer.json().catch(() => null)) as { error?: Problem } | null;
    throw new ApiError(said?.error ?? { code: "unknown", text: answer.statusText, rule: null }, answer.status);
  }
  return (await answer.json()) as T;
}

export const games = (): Promise<GameInfo[]> => ask<GameInfo[]>("/games");

const known = new Map<string, Promise<Game>>();

export function game(name: string, options: Record<string, unknown> = {}): Promise<Game> {
  const query = new URLSearchParams(Object.entries(options).map(([key, value]) => [key, String(value)])).toString();
  const path = `/games/${name}${query ? `?${query}` : ""}`;
  let found = known.get(path);
  if (!found) {
    found = ask<Game>(path);
    found.catch(() => known.delete(path));
    known.set(path, found);
  }
  return found;
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
}

export interface NewTable {
  host: string;
  id: string;
  seats: { seat: number; token: string }[];
  invite: string;
}

export const openTable = (wish: TableWish): Promise<NewTable> => ask<NewTable>("/tables", wish);

export interface Replayed {
  moves: number;
  move: number;
  /** What this move brought. */
  events: GameEvent[];
  views: Record<string, View>;
}

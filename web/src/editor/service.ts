import { uploadBoard } from "../own/upload";
import { ApiError, ask, type Problem as Refusal } from "../net/api";
import type { Problem } from "../problems/problems.svelte";
import type { Plan } from "../game/types";
import { toData, type Board } from "./board";
import type { Frame } from "./frame";
import type { Laid } from "./places";

export interface Field {
  description?: string;
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  anyOf?: { const?: number; minimum?: number; maximum?: number }[];
  items?: Field | false;
  prefixItems?: Field[];
  default: unknown;
}

export interface Fields {
  rules: Record<string, Field>;
  limits: Record<"cities" | "routes" | "tickets" | "festivals" | "festival_cards" | "length" | "points", number>;
}

export interface KnownPlace {
  name: string;
  latitude: number;
  longitude: number;
}

export type Ground = Plan["ground"];

let known: Promise<Fields> | null = null;
export function fields(): Promise<Fields> {
  known ??= ask<Fields>("/editor/fields").catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

export const check = async (board: Board): Promise<Problem[]> => (await ask<{ problems: Problem[] }>("/editor/check", { board: toData(board) })).problems;

/** The places of a draft: true ones, or with no frame those of a game. */
export async function layOut(board: Board, frame: Frame | null): Promise<Laid> {
  return { plan: await ask<Laid["plan"]>("/editor/layout", { board: toData(board), frame }), board };
}

export const shipped = (name: string): Promise<unknown> => ask(`/editor/boards/${name}`);
export const places = (): Promise<KnownPlace[]> => ask("/editor/places");
export const world = (): Promise<Ground> => ask("/editor/world");
export const coast = (frame: Frame): Promise<Ground> =>
  ask(`/editor/coast?${new URLSearchParams(Object.entries(frame).map(([name, value]) => [name, String(value)])).toString()}`);

/** A file as data, and what is wrong in it. */
export async function read(text: string): Promise<{ board: unknown; problems: Problem[] }> {
  return (await sent("/editor/read", text, "text/plain; charset=utf-8")).json() as Promise<{ board: unknown; problems: Problem[] }>;
}

/** A draft as TOML. */
export async function toml(board: Board): Promise<string> {
  return (await sent("/editor/write", JSON.stringify({ board: toData(board) }), "application/json")).text();
}

/** A sound draft as a picture, in SVG. */
export async function picture(board: Board): Promise<string> {
  return (await sent("/editor/picture", JSON.stringify({ board: toData(board) }), "application/json")).text();
}

/** Lend a board to the service; gives the name under which a table can be set on it. */
export const offer = async (board: Board): Promise<string> => (await uploadBoard(await toml(board))).name;

async function sent(path: string, body: string, kind: string): Promise<Response> {
  const answer = await fetch(`/api${path}`, { method: "POST", headers: { "Content-Type": kind }, body });
  if (answer.ok) return answer;
  const said = (await answer.json().catch(() => null)) as { error?: Refusal } | null;
  throw new ApiError(said?.error ?? { code: "unknown", text: answer.statusText, rule: null }, answer.status);
}

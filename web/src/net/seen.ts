import type { GameEvent, View } from "../game/types";
import type { Table } from "./live.svelte";

/** A table as it was last seen, to be read without a connection. */
export interface Seen {
  at: number;
  table: Table;
  views: Record<string, View>;
  mine: number[];
  told: Record<string, GameEvent[]>;
}

const STORE = "branchline-seen";
const PAUSE = 2000; // milliseconds between two writings
const MOST = 30;

const address = (id: string): string => `/seen/${id}`;
let waiting: [string, Seen] | null = null;

/** Browsers keep this for pages over https, and for this machine's own. */
const store = async (): Promise<Cache | null> => ("caches" in globalThis ? caches.open(STORE) : null);

export async function keepSeen(id: string, seen: Seen): Promise<void> {
  const scheduled = waiting !== null;
  waiting = [id, seen];
  if (scheduled) return;
  await new Promise((resolve) => setTimeout(resolve, PAUSE));
  const [last, what] = waiting;
  waiting = null;
  try {
    const kept = await store();
    await kept?.put(address(last), new Response(JSON.stringify(what)));
    const all = (await kept?.keys()) ?? [];
    for (const old of all.slice(0, Math.max(0, all.length - MOST))) await kept?.delete(old);
  } catch {
    // the disk is full, or the browser keeps nothing: there is only no picture without a connection
  }
}

export async function lastSeen(id: string): Promise<Seen | null> {
  try {
    return ((await (await (await store())?.match(address(id)))?.json()) as Seen | undefined) ?? null;
  } catch {
    return null;
  }
}

export async function forgetSeen(id: string): Promise<void> {
  await (await store())?.delete(address(id));
}

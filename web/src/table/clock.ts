import type { Table } from "../net/live.svelte";

/** Milliseconds a seat has left: of its game time, or of this move; null without a clock. */
export function timeLeft(table: Pick<Table, "clock" | "seats" | "to_move" | "turn_began" | "status" | "deadline">, seat: number, now: number): number | null {
  const { clock } = table;
  if (!clock) return null;
  const moving = table.status === "playing" && table.to_move === seat;
  const spent = (table.seats[seat]?.spent_ms ?? 0) + (moving ? Math.max(0, now - table.turn_began) : 0);
  if (clock.game_seconds) return Math.max(0, clock.game_seconds * 1000 - spent);
  if (moving && table.deadline) return Math.max(0, table.deadline - now);
  return clock.move_seconds ? clock.move_seconds * 1000 : null;
}

export const daysIn = (ms: number): number => Math.floor(ms / 86_400_000);

/** Time as h:mm:ss or m:ss. */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const pad = (n: number): string => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

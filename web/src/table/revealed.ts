import { longestPath } from "../game/longest";
import { shortest } from "../game/network";
import type { Route, Score, Ticket } from "../game/types";
import type { Desk } from "./desk.svelte";

/** What of somebody is shown to all on the board, at the end. */
export interface Revealed {
  seat: number;
  /** The one ticket it is about, if it is about one. */
  ticket?: Ticket;
  routes: Route[];
  /** Cities, ringed or only outlined. */
  rings: string[];
  missed: string[];
}

const routesOf = (desk: Desk, names: string[]): Route[] => names.flatMap((name) => desk.atlas?.route.get(name) ?? []);

const owned = (desk: Desk, seat: number): Route[] => routesOf(desk, desk.view?.seats[seat]?.routes ?? []);

const scoreOf = (desk: Desk, seat: number): Score | undefined => desk.source.table?.result?.scores[seat];

/** The routes that complete a ticket, those that stations borrow included. */
function way(desk: Desk, seat: number, ticket: Ticket): Route[] {
  const used = new Set([...owned(desk, seat), ...routesOf(desk, scoreOf(desk, seat)?.borrowed ?? [])].map((route) => route.id));
  return desk.map ? (shortest(desk.map.routes, used, new Set(), ...ticket.cities)?.own ?? []) : [];
}

/** One ticket, as the final score has it. */
export function revealTicket(desk: Desk, seat: number, name: string, done: boolean): Revealed | null {
  const [ticket] = desk.ticketsOf([name]);
  return ticket ? { seat, ticket, routes: done ? way(desk, seat, ticket) : [], rings: done ? ticket.cities : [], missed: done ? [] : ticket.cities } : null;
}

/** All that somebody has built. */
export const revealRoutes = (desk: Desk, seat: number): Revealed => ({ seat, routes: owned(desk, seat), rings: [], missed: [] });

/** Somebody's longest path. */
export const revealPath = (desk: Desk, seat: number): Revealed => ({
  seat, routes: longestPath(owned(desk, seat), scoreOf(desk, seat)?.longest_path ?? Infinity), rings: [], missed: [],
});

/** All tickets that somebody has completed. */
export function revealTickets(desk: Desk, seat: number): Revealed {
  const tickets = desk.ticketsOf(scoreOf(desk, seat)?.done ?? []);
  return { seat, routes: tickets.flatMap((ticket) => way(desk, seat, ticket)), rings: tickets.flatMap((ticket) => ticket.cities), missed: [] };
}

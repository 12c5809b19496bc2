import type { Atlas } from "./atlas";
import { shortest, type Way } from "./network";
import type { Ticket, View } from "./types";

/** How it stands with a player's ticket. */
export interface TicketState {
  ticket: Ticket;
  /** Its number on the board and in the list. */
  n: number;
  done: boolean;
  way: Way | null;
  /** Whether it is done only by a rival's route that a station borrows. */
  borrows: boolean;
  /** Whether there are trains enough for what is missing. */
  reachable: boolean;
}

/** A ticket of whoever looks; `finished` names those that the final score counts as done. */
export function stateOf(atlas: Atlas, view: View, ticket: Ticket, n: number, finished: string[] | undefined): TicketState {
  const me = view.player;
  if (me === null) return { ticket, n, done: false, way: null, borrows: false, reachable: false };
  const { routes } = atlas.game;
  const owners = atlas.owners(view);
  const own = new Set(routes.filter((route) => owners[route.id] === me).map((route) => route.id));
  const open = new Set(view.open ?? routes.filter((route) => owners[route.id] === null).map((route) => route.id));
  const way = shortest(routes, own, open, ...ticket.cities);
  const borrowed = way === null || way.missing.length ? borrowing(atlas, view, me, own, ticket) : null;
  const done = finished?.includes(ticket.name) ?? (borrowed !== null || way?.missing.length === 0);
  const trains = view.seats[me]?.trains ?? 0;
  return { ticket, n, way: borrowed ?? way, done, borrows: done && borrowed !== null, reachable: way !== null && way.trains <= trains };
}

/** The way over own routes and one route of others into each city with an own station, if there is one. */
function borrowing(atlas: Atlas, view: View, me: number, own: Set<number>, ticket: Ticket): Way | null {
  const stations = view.seats[me]?.stations ?? [];
  if (!stations.length) return null;
  const owners = atlas.owners(view);
  const lent = atlas.game.routes.filter((route) => (owners[route.id] ?? me) !== me && route.cities.some((city) => stations.includes(city)));
  const way = shortest(atlas.game.routes, new Set([...own, ...lent.map((route) => route.id)]), new Set(), ...ticket.cities);
  const used = way?.own.filter((route) => !own.has(route.id)) ?? [];
  return used.length <= stations.length ? way : null;
}

const rank = (state: TicketState): number => (state.done ? 2 : state.reachable ? 0 : 1);

/** What can still be done first, then what cannot, then what is done; the most valuable first. */
export const sorted = (states: TicketState[]): TicketState[] => [...states].sort((a, b) => rank(a) - rank(b) || b.ticket.points - a.ticket.points);

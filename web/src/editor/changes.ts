import type { Board, City, Festival, Route, Ticket } from "./board";

/** Changes of a board; each gives a new one and leaves what it does not touch as it is. */

export const addCity = (board: Board, place: Omit<City, "id">): Board => ({
  ...board, cities: [...board.cities, { id: board.next, ...place }], next: board.next + 1,
});

export const changeCity = (board: Board, id: number, changes: Partial<City>): Board => ({ ...board, cities: changed(board.cities, id, changes) });

/** What goes with a city when it is deleted. */
export function goesWith(board: Board, city: number): { routes: number; tickets: number } {
  const at = ({ a, b }: { a: number; b: number }): boolean => a === city || b === city;
  return { routes: board.routes.filter(at).length, tickets: board.tickets.filter((ticket) => at(ticket) || ticket.neutral?.includes(city)).length };
}

export function deleteCity(board: Board, city: number): Board {
  const away = ({ a, b }: { a: number; b: number }): boolean => a !== city && b !== city;
  return {
    ...board,
    cities: board.cities.filter(({ id }) => id !== city),
    routes: board.routes.filter(away),
    tickets: board.tickets.filter(away).map((ticket) => (ticket.neutral?.includes(city) ? { ...ticket, neutral: null } : ticket)),
    festivals: board.festivals
      .map((festival) => (festival.cities.includes(city) ? { ...festival, cities: festival.cities.filter((id) => id !== city) } : festival))
      .filter((festival) => festival.cities.length),
  };
}

/** The routes between the same two cities. */
export const between = (board: Board, a: number, b: number): readonly Route[] =>
  board.routes.filter((route) => (route.a === a && route.b === b) || (route.a === b && route.b === a));

/** The other route of a double. */
export const twinOf = (board: Board, route: Route): Route | null => between(board, route.a, route.b).find(({ id }) => id !== route.id) ?? null;

export interface NewRoute {
  a: number;
  b: number;
  length: number;
}

/** A new route; the second between two cities is like the first, but grey; a third is not added. */
export function addRoute(board: Board, { a, b, length }: NewRoute): Board {
  const there = between(board, a, b);
  const first = there[0];
  if (a === b || there.length > 1) return board;
  const toll = board.rules["toll_tokens"] ? 1 : 0;
  const plain = { length, colour: "grey" as const, kind: "plain" as const, locomotives: 0, exchange: 0, toll };
  const route: Route = { ...plain, ...first, colour: "grey", id: board.next, a, b };
  return { ...board, routes: [...board.routes, route], next: board.next + 1 };
}

/** A changed route; both of a double cost the same toll, and only ferries have symbols, no more than spaces. */
export function changeRoute(board: Board, id: number, changes: Partial<Route>): Board {
  const before = board.routes.find((route) => route.id === id);
  if (!before) return board;
  const route = { ...before, ...changes };
  const locomotives = route.kind === "ferry" ? Math.min(route.locomotives, route.length) : 0;
  const exchange = route.kind === "tunnel" ? 0 : route.exchange;
  const routes = changed(board.routes, id, { ...changes, locomotives, exchange });
  const twin = changes.toll === undefined ? null : twinOf(board, before);
  return { ...board, routes: twin ? changed(routes, twin.id, { toll: route.toll }) : routes };
}

export const deleteRoute = (board: Board, route: number): Board => ({ ...board, routes: board.routes.filter(({ id }) => id !== route) });

export const ticketBetween = (board: Board, a: number, b: number): Ticket | undefined =>
  board.tickets.find((ticket) => (ticket.a === a && ticket.b === b) || (ticket.a === b && ticket.b === a));

export function addTicket(board: Board, a: number, b: number): Board {
  if (a === b || ticketBetween(board, a, b)) return board;
  const decks = board.rules["ticket_decks"];
  const deck = Array.isArray(decks) && typeof decks[0] === "string" ? decks[0] : "tickets";
  return { ...board, tickets: [...board.tickets, { id: board.next, a, b, points: null, deck, neutral: null }], next: board.next + 1 };
}

export const changeTicket = (board: Board, id: number, changes: Partial<Ticket>): Board => ({ ...board, tickets: changed(board.tickets, id, changes) });

export const deleteTicket = (board: Board, ticket: number): Board => ({ ...board, tickets: board.tickets.filter(({ id }) => id !== ticket) });

export const festivalOf = (board: Board, city: number): Festival | undefined => board.festivals.find(({ cities }) => cities.includes(city));

/** The festival of a city with these points; none without points. */
export function setFestival(board: Board, city: number, points: readonly number[]): Board {
  const there = festivalOf(board, city);
  if (!points.length) return there ? { ...board, festivals: board.festivals.filter(({ id }) => id !== there.id) } : board;
  if (there) return { ...board, festivals: changed(board.festivals, there.id, { points }) };
  return { ...board, festivals: [...board.festivals, { id: board.next, cities: [city], points }], next: board.next + 1 };
}

/** A rule set to a value; one that is as in the base game is left out. */
export function setRule(board: Board, name: string, value: unknown, usual: unknown): Board {
  const { [name]: _, ...others } = board.rules;
  return { ...board, rules: JSON.stringify(value) === JSON.stringify(usual) ? others : { ...others, [name]: value } };
}

function changed<T extends { id: number }>(list: readonly T[], id: number, changes: Partial<T>): readonly T[] {
  return list.map((each) => (each.id === id ? { ...each, ...changes } : each));
}

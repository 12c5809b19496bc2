import type { MapGame, View } from "../game/types";
import { begun, type Entries } from "../real/tally.svelte";
import type { Setup } from "./sitting.svelte";

/** The end of a game with a bot, to be counted: what lies open, and what the bot holds; people add their tickets. */
export function ending(setup: Setup, map: MapGame, view: View): Entries {
  const entries = begun(setup.board, setup.names, setup.options);
  const ids = new Map(map.routes.map((route) => [route.name, route.id]));
  const own = (names: string[], owner: number): void => names.forEach((name) => (entries.owners[ids.get(name) ?? -1] = owner));
  view.seats.forEach((seat, i) => {
    own(seat.routes, i);
    entries.stations[i] = seat.stations;
    entries.loans[i] = seat.loans;
  });
  own(view.neutral_routes, -1);
  entries.tickets[setup.seat] = map.tickets.filter((ticket) => view.tickets.includes(ticket.name)).map((ticket) => ticket.id);
  entries.tokens[setup.seat] = view.tokens;
  entries.festivals[setup.seat] = view.pile;
  return entries;
}

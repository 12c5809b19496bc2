import type { Game, View } from "../game/types";
import { begun, type Entries } from "../real/tally.svelte";
import type { Setup } from "./sitting.svelte";

/** The end of a game with a bot, to be counted: what lies open, and what the bot holds; people add their tickets. */
export function ending(setup: Setup, game: Game, view: View): Entries {
  const entries = begun(setup.board, setup.names, setup.options);
  const idsOf = (names: string[]): number[] => game.tickets.filter((ticket) => names.includes(ticket.name)).map((ticket) => ticket.id);
  if (game.kind === "cards") {
    entries.done = view.seats.map((seat) => idsOf(seat.done ?? []));
    entries.tickets = entries.done.map((done, i) => [...done, ...(i === setup.seat ? idsOf(view.tickets) : [])]);
    return entries;
  }
  const ids = new Map(game.routes.map((route) => [route.name, route.id]));
  const own = (names: string[], owner: number): void => names.forEach((name) => (entries.owners[ids.get(name) ?? -1] = owner));
  view.seats.forEach((seat, i) => {
    own(seat.routes, i);
    entries.stations[i] = seat.stations;
    entries.loans[i] = seat.loans;
  });
  own(view.neutral_routes, -1);
  entries.tickets[setup.seat] = idsOf(view.tickets);
  entries.tokens[setup.seat] = view.tokens;
  entries.festivals[setup.seat] = view.pile;
  return entries;
}

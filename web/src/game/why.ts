import type { Atlas } from "./atlas";
import type { Colour, Route, View } from "./types";

/** Why a player cannot claim a route now, as far as it can be seen; the server names the rule. */
export type Why =
  | { kind: "not_turn" }
  | { kind: "claimed"; owner: number }
  | { kind: "own_twin" }
  | { kind: "closed" }
  | { kind: "trains"; need: number; have: number }
  | { kind: "cards" };

/** What is missing to pay for a route, as the server counts it. */
export interface Missing {
  /** Locomotives for the symbols of a ferry. */
  locomotives: number;
  /** Further cards, of this colour. */
  cards: number;
  colour: Colour;
  /** Whether locomotives may stand for them. */
  locomotives_count: boolean;
  /** Locomotives in hand. */
  held_locomotives: number;
}

export function why(atlas: Atlas, view: View, route: Route): Why | null {
  const me = view.player;
  const owner = atlas.owners(view)[route.id] ?? null;
  if (owner !== null) return { kind: "claimed", owner };
  if (me === null || view.is_over) return { kind: "not_turn" };
  if (view.open && !view.open.includes(route.id)) {
    const twin = atlas.twin(route);
    return twin && atlas.owners(view)[twin.id] === me ? { kind: "own_twin" } : { kind: "closed" };
  }
  const have = view.seats[me]?.trains ?? 0;
  if (have < route.length) return { kind: "trains", need: route.length, have };
  if (view.actions.some((action) => action.kind === "claim" && action.route === route.id)) return null;
  if (view.to_move !== me || !view.actions.some((action) => action.kind === "claim" || action.kind === "draw_tickets" || action.from === "deck"))
    return { kind: "not_turn" };
  return { kind: "cards" };
}

import type { RouteLook } from "../board/look";
import type { MapGame, Route, View } from "./types";

/** What can be looked up on a board by name. */
export class Atlas {
  readonly route: Map<string, Route>;

  constructor(readonly game: MapGame) {
    this.route = new Map(game.routes.map((route) => [route.name, route]));
  }

  /** The other route between the same cities, if there is one. */
  twin(route: Route): Route | null {
    const cities = [...route.cities].sort().join();
    return this.game.routes.find((other) => other.id !== route.id && [...other.cities].sort().join() === cities) ?? null;
  }

  /** Who owns each route: a seat, −1 for the neutral player, null for nobody. */
  owners(view: View): (number | null)[] {
    const owners: (number | null)[] = this.game.routes.map(() => null);
    const set = (name: string, owner: number): void => {
      const route = this.route.get(name);
      if (route) owners[route.id] = owner;
    };
    view.seats.forEach((seat, number) => seat.routes.forEach((name) => set(name, number)));
    view.neutral_routes.forEach((name) => set(name, -1));
    return owners;
  }

  /** How every route is drawn, and which can be claimed now. */
  looks(view: View): RouteLook[] {
    const owners = this.owners(view);
    const can = new Set(view.actions.flatMap((action) => (action.kind === "claim" ? (action.route ?? []) : [])));
    const open = view.open ? new Set(view.open) : null;
    return owners.map((owner, id) => {
      if (owner !== null) return { owner, state: "claimed" };
      if (open && !open.has(id)) return { owner, state: "closed" };
      return { owner, state: can.has(id) ? "can" : "free" };
    });
  }
}

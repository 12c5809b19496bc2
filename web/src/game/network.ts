import type { Route } from "./types";

export interface Way {
  /** Routes still to be claimed, in order. */
  missing: Route[];
  /** Own routes that the way uses. */
  own: Route[];
  trains: number;
}

/** The way between two cities that needs the fewest trains over own and open routes, or null if there is none. */
export function shortest(routes: Route[], own: Set<number>, open: Set<number>, from: string, to: string): Way | null {
  const best = new Map<string, { cost: number; by: Route | null; before: string | null }>([
    [from, { cost: 0, by: null, before: null }],
  ]);
  const done = new Set<string>();
  for (;;) {
    let here: string | null = null;
    for (const [city, { cost }] of best)
      if (!done.has(city) && (here === null || cost < (best.get(here)?.cost ?? Infinity))) here = city;
    if (here === null) return null;
    if (here === to) break;
    done.add(here);
    const so_far = best.get(here)?.cost ?? 0;
    for (const route of routes) {
      const other = route.cities[0] === here ? route.cities[1] : route.cities[1] === here ? route.cities[0] : null;
      if (other === null || (!own.has(route.id) && !open.has(route.id))) continue;
      const cost = so_far + (own.has(route.id) ? 0.001 : route.length);
      if (cost < (best.get(other)?.cost ?? Infinity)) best.set(other, { cost, by: route, before: here });
    }
  }
  const way: Way = { missing: [], own: [], trains: 0 };
  for (let step = best.get(to); step?.by && step.before !== null; step = best.get(step.before)) {
    if (own.has(step.by.id)) way.own.unshift(step.by);
    else {
      way.missing.unshift(step.by);
      way.trains += step.by.length;
    }
  }
  return way;
}

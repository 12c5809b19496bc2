import type { Route } from "./types";

const PATIENCE = 400_000; // steps of the search; games end with far fewer

/** The routes of a longest continuous path, each used once; `known` is how long it is, where the search may stop. */
export function longestPath(routes: Route[], known: number): Route[] {
  const at = new Map<string, Route[]>();
  for (const route of routes) for (const city of route.cities) at.set(city, [...(at.get(city) ?? []), route]);
  let best: Route[] = [];
  let most = 0;
  let steps = 0;
  const used = new Set<number>();
  const path: Route[] = [];
  const walk = (city: string, length: number): void => {
    if (length > most) [most, best] = [length, [...path]];
    if (most >= known || (steps += 1) > PATIENCE) return;
    for (const route of at.get(city) ?? []) {
      if (used.has(route.id)) continue;
      used.add(route.id);
      path.push(route);
      walk(route.cities[0] === city ? route.cities[1] : route.cities[0], length + route.length);
      path.pop();
      used.delete(route.id);
    }
  };
  for (const city of at.keys()) walk(city, 0);
  return best;
}

/** What ways are looked for on: cities and the routes between them, by their numbers. */
export interface Ways {
  cities: readonly { id: number }[];
  routes: readonly { id: number; a: number; b: number; length: number }[];
}

export interface Way {
  trains: number;
  /** Routes from the first city to the second. */
  routes: number[];
  /** Cities in between. */
  over: number[];
}

/** The way between two cities that takes the fewest trains; null if no routes join them. */
export function shortest({ routes }: Ways, from: number, to: number): Way | null {
  const around = new Map<number, { id: number; to: number; length: number }[]>();
  for (const { id, a, b, length } of routes)
    for (const [one, other] of [[a, b], [b, a]] as const) {
      const known = around.get(one);
      if (known) known.push({ id, to: other, length });
      else around.set(one, [{ id, to: other, length }]);
    }
  const best = new Map<number, { trains: number; by: number; back: number }>([[from, { trains: 0, by: -1, back: from }]]);
  const open = new Set([from]);
  while (open.size) {
    const city = [...open].reduce((a, b) => ((best.get(a)?.trains ?? 0) <= (best.get(b)?.trains ?? 0) ? a : b));
    open.delete(city);
    const here = best.get(city);
    if (city === to || !here) break;
    for (const step of around.get(city) ?? []) {
      const trains = here.trains + step.length;
      if (trains < (best.get(step.to)?.trains ?? Infinity)) {
        best.set(step.to, { trains, by: step.id, back: city });
        open.add(step.to);
      }
    }
  }
  const end = best.get(to);
  if (!end || from === to) return null;
  const [way, over]: [number[], number[]] = [[], []];
  for (let city = to, at = end; city !== from; city = at.back, at = best.get(city) ?? end) {
    way.unshift(at.by);
    if (at.back !== from) over.unshift(at.back);
  }
  return { trains: end.trains, routes: way, over };
}

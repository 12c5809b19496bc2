/**
 * A long outline as short pieces that overlap by a point. Browsers stroke a path as a whole for every tile of the
 * screen that it may touch; of pieces they stroke only those that do. Knows what plans are made of: M, l and z.
 */
export function pieces(d: string, longest = 40): string[] {
  const found: string[] = [];
  for (const outline of d.split("M").slice(1)) {
    const points = follow(outline);
    if (/z\s*$/i.test(outline) && points[0]) points.push(points[0]);
    for (let start = 0; start < points.length - 1; start += longest)
      found.push(`M${points.slice(start, start + longest + 1).map(([x, y]) => `${x} ${y}`).join("L")}`);
  }
  return found;
}

/** The points of one outline: the first from the origin, all others from the one before. */
function follow(outline: string): [number, number][] {
  const numbers = (outline.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
  const points: [number, number][] = [];
  let x = 0;
  let y = 0;
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    x = round(x + (numbers[i] ?? 0));
    y = round(y + (numbers[i + 1] ?? 0));
    points.push([x, y]);
  }
  return points;
}

const round = (value: number): number => Math.round(value * 10) / 10;

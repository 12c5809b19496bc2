/** Path data moved to a place: turned by an angle in degrees and scaled around the origin. Knows M, L, H, V, C, A and Z. */
export function placed(d: string, x: number, y: number, angle = 0, scale = 1): string {
  const turn = (angle * Math.PI) / 180;
  const [c, s] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  let [atX, atY] = [0, 0];
  const point = (px: number, py: number): string => {
    [atX, atY] = [px, py];
    return `${round(x + px * c - py * s)} ${round(y + px * s + py * c)}`;
  };
  return d.replace(/([MLHVCAZ])([^MLHVCAZ]*)/g, (_, command: string, given: string) => {
    const numbers = (given.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const size = { M: 2, L: 2, H: 1, V: 1, C: 6, A: 7, Z: 0 }[command] ?? 0;
    let written = size ? "" : "Z";
    for (let i = 0; size && i + size <= numbers.length; i += size) {
      const [a = 0, b = 0, e = 0, f = 0, g = 0, h = 0, j = 0] = numbers.slice(i, i + size);
      if (command === "H") written += `L${point(a, atY)}`;
      else if (command === "V") written += `L${point(atX, a)}`;
      else if (command === "C") written += `C${point(a, b)} ${point(e, f)} ${point(g, h)}`;
      else if (command === "A") written += `A${a * scale} ${b * scale} ${e + angle} ${f} ${g} ${point(h, j)}`;
      else written += `${command === "M" && i === 0 ? "M" : "L"}${point(a, b)}`;
    }
    return written;
  });
}

/** A rectangle with round corners around the origin. */
export function box(length: number, width: number, r: number): string {
  const [x, y] = [length / 2, width / 2];
  const arc = `A${r} ${r} 0 0 1 `;
  return `M${r - x} ${-y}H${x - r}${arc}${x} ${r - y}V${y - r}${arc}${x - r} ${y}H${r - x}${arc}${-x} ${y - r}V${r - y}${arc}${r - x} ${-y}Z`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** How a screen is laid out: rails beside the table, a sheet below it on a phone, something between on a tablet. */
export type Layout = "desktop" | "tablet" | "phone";

export function layoutOf(width: number, height: number): Layout {
  const letters = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  const isTall = height >= 620 * Math.min(letters, 1.3);
  if (width >= 1100 * letters && isTall) return "desktop";
  return width >= 700 * letters && isTall ? "tablet" : "phone";
}

/** How much larger panels are on very large screens, so that they can be read from as far away as the board. */
export const enlarged = (width: number, height: number): number => (width >= 3200 && height >= 1700 ? 1.75 : width >= 2400 && height >= 1250 ? 1.3 : 1);

/** Where a caption goes: beside what it speaks of, on the screen, and never over it. */

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Side = "top" | "bottom" | "left" | "right";

export interface Place {
  left: number;
  top: number;
  /** On which edge of the caption the arrow sits, and where along it. */
  arrow: { side: Side; left: number | null; top: number | null } | null;
}

const GAP = 16;
const EDGE = 10;

/** What can be seen of the first of these things that is there; nothing of what is scrolled away. */
export function seen(selectors: string[]): Box[] {
  for (const selector of selectors) {
    const found = [...document.querySelectorAll(selector)].flatMap((element) => {
      const box = element.getBoundingClientRect();
      const [top, bottom] = scrolled(element);
      const visible = box.width > 0 && box.height > 0 && box.right > 0 && box.left < innerWidth && box.bottom > top && box.top < bottom;
      const [from, to] = [Math.max(box.top, top), Math.min(box.bottom, bottom)];
      return visible && to - from > box.height / 2 ? [{ left: box.left, top: from, width: box.width, height: to - from }] : [];
    });
    if (found.length) return found;
  }
  return [];
}

/** From where to where something can be seen within what scrolls around it. */
function scrolled(element: Element): [number, number] {
  let [top, bottom] = [0, innerHeight];
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (!["auto", "scroll"].includes(getComputedStyle(around).overflowY)) continue;
    const box = around.getBoundingClientRect();
    [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
  }
  return [top, bottom];
}

/** Which of these things to point at: the first that is wholly on the screen, else the first that is there at all. */
export function chosen(selectors: string[]): string | undefined {
  const isWhole = (selector: string): boolean =>
    seen([selector]).some((box) => box.left >= 0 && box.top >= 0 && box.left + box.width <= innerWidth && box.top + box.height <= innerHeight);
  return selectors.find(isWhole) ?? selectors.find((selector) => seen([selector]).length);
}

/** The line of a route on the screen, as path data and where that lies. */
export interface Trace {
  d: string;
  transform: string;
}

/** The routes among these things, along their spaces. */
export function traced(selectors: string[]): Trace[] {
  return selectors.flatMap((selector) => {
    const line = document.querySelector<SVGPathElement>(`${selector} .hit`);
    const to = line?.getScreenCTM();
    return line && to ? [{ d: line.getAttribute("d") ?? "", transform: `matrix(${to.a} ${to.b} ${to.c} ${to.d} ${to.e} ${to.f})` }] : [];
  });
}

/** The names on the board, which no ring may lie over. */
export const names = (): Box[] => seen([".label"]);

/** The part of the screen that the map has: above a sheet, or beside it. */
export function stage(screen: { width: number; height: number }): { width: number; height: number } {
  const sheet = seen(["section:has([data-tab])"])[0];
  if (!sheet) return screen;
  return sheet.left > screen.width / 4 ? { width: sheet.left, height: screen.height } : { width: screen.width, height: sheet.top };
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, Math.max(least, most)));

const SMALL = 700;
const LARGE = 1100;

/** What is left free below a column of panels. */
export function below(selector: string): Box | null {
  const lowest = [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect()).filter((box) => box.height > 0).sort((a, b) => b.bottom - a.bottom)[0];
  return lowest ? { left: lowest.left, top: lowest.bottom, width: lowest.width, height: innerHeight - lowest.bottom } : null;
}

/** Beside the target where there is room, in its column if that has any, else to the left first: what is played lies on the right; on a phone above the sheet. */
export function placed(target: Box | null, onMap: boolean, size: { width: number; height: number }, screen: { width: number; height: number }, floor: number, free: Box | null = null): Place {
  const { width, height } = size;
  if (onMap && screen.width >= LARGE) return { left: screen.width - width - 14, top: screen.height - height - 14, arrow: null }; // the map stays free
  if (target && free && target.left >= free.left - EDGE && target.top + target.height <= free.top + EDGE && free.height >= height + EDGE + EDGE / 2)
    return { left: Math.min(free.left, screen.width - width - EDGE), top: free.top + EDGE, arrow: null };
  if (screen.width < SMALL && target) return aboveSheet(target, size, screen, floor);
  if (!target) return { left: (screen.width - width) / 2, top: Math.max(EDGE, Math.min(floor, screen.height) - height - GAP), arrow: null };
  const middle = { x: target.left + target.width / 2, y: target.top + target.height / 2 };
  const left = within(middle.x - width / 2, EDGE, screen.width - width - EDGE);
  const top = within(middle.y - height / 2, EDGE, screen.height - height - EDGE);
  const across = { left: within(middle.x - left - 8, 18, width - 34), top: null };
  const along = { left: null, top: within(middle.y - top - 8, 18, height - 34) };
  if (target.left - width - GAP >= EDGE) return { left: target.left - width - GAP, top, arrow: { side: "right", ...along } };
  if (target.left + target.width + width + GAP <= screen.width - EDGE) return { left: target.left + target.width + GAP, top, arrow: { side: "left", ...along } };
  if (target.top - height - GAP >= EDGE) return { left, top: target.top - height - GAP, arrow: { side: "bottom", ...across } };
  if (target.top + target.height + height + GAP <= screen.height - EDGE) return { left, top: target.top + target.height + GAP, arrow: { side: "top", ...across } };
  return { left, top: EDGE, arrow: null };
}

/** On a phone nothing has room beside it: over the map, at its foot, or at its head if the target is there. */
function aboveSheet(target: Box, { width, height }: { width: number; height: number }, screen: { width: number; height: number }, floor: number): Place {
  const left = (screen.width - width) / 2;
  const top = Math.max(EDGE, floor - height - GAP);
  const arrow = within(target.left + target.width / 2 - left - 8, 18, width - 34);
  if (target.top >= floor - EDGE) return { left, top, arrow: { side: "bottom", left: arrow, top: null } };
  if (target.top + target.height < top - GAP) return { left, top, arrow: null };
  const below = target.top + target.height + GAP;
  if (below + height < floor) return { left, top: below, arrow: { side: "top", left: arrow, top: null } };
  const covered = (at: number): number => Math.min(at + height, target.top + target.height) - Math.max(at, target.top);
  return { left, top: covered(EDGE) < covered(top) ? EDGE : top, arrow: null };
}

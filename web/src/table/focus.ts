import { tick } from "svelte";
import { byKey } from "../ui/bykey";
import type { Asks } from "./desk.svelte";

/** Give the focus to the first of these that is there; says whether one was. */
export async function focusFirst(...selectors: string[]): Promise<boolean> {
  await tick();
  for (const selector of selectors) {
    const found = document.querySelector<HTMLElement | SVGElement>(selector);
    if (!found) continue;
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: "nearest", inline: "nearest" });
    return true;
  }
  return false;
}

const FIRST = "[data-draw]:not([disabled])";

/** Where the choice is, for everything that a game asks. */
const PLACES: Record<Asks, string[]> = {
  keep: ["[data-ticket]"],
  pick: ["[data-ticket]"],
  pay: ["[data-do=pay]:not([disabled])", "[data-do=withdraw]:not([disabled])"],
  second: [FIRST],
  neutral: ["[data-do=neutral]"],
  festival: ["[data-do=festival]"],
  complete: ["[data-do=complete]"],
  turn: [FIRST, "[data-do=lay]", "[data-do=pass]"],
  wait: ["[data-status]"],
  over: ["#end-title"],
};

/** The place of the display where the focus was last, so that it returns there when its card was taken. */
let place: string | undefined;
addEventListener("focusin", (event) => (place = event.target instanceof HTMLElement ? event.target.dataset["place"] : undefined));

/** Bring whoever plays by keys to where the choice is, if what they stood on is gone. */
export async function follow(asks: Asks): Promise<void> {
  await tick();
  const again = place === undefined ? [] : [`[data-place="${place}"]:not([disabled])`];
  if (byKey() && isFocusLost()) await focusFirst(...(asks === "second" || asks === "turn" ? again : []), ...PLACES[asks]);
}

/** Whether the focus was lost with what it stood on, or waits at whose turn it is, so that it may go elsewhere. */
const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body || document.activeElement.matches(":disabled, [data-status]");

import type { Shortcut } from "../ui/keys.svelte";
import { askWords } from "./asks";
import type { Desk } from "./desk.svelte";
import { focusFirst } from "./focus";

/** Lead the focus where a key of one letter points; none of them makes a move. */
export function lead(desk: Desk, wish: Shortcut | number): void {
  if (typeof wish === "number") return go(`[data-place="${wish}"]`);
  switch (wish) {
    case "deck":
      return go("[data-draw=deck]");
    case "tickets":
      return go("[data-draw=tickets]");
    case "board":
      return go('.route[tabindex="0"]');
    case "list":
      desk.asList = !desk.asList && desk.map !== null;
      return;
    case "again":
      return desk.voice.say(desk.myTurn ? askWords(desk) : (desk.voice.spoken.at(-1)?.text ?? ""));
    case "help":
      desk.asksKeys = true;
  }
}

/** On a phone the cards may lie under another tab. */
function go(selector: string): void {
  void focusFirst(selector).then((found) => {
    if (found) return;
    document.querySelector<HTMLElement>("[data-tab=cards], [data-tab=table]")?.click();
    void focusFirst(selector);
  });
}

/** Let go of what is chosen; the focus returns to where it was chosen. */
export function letGo(desk: Desk): void {
  const { selected, asList } = desk;
  desk.asList = false;
  desk.advice = null;
  desk.station = null;
  void desk.select(null);
  if (asList) void focusFirst("[data-do=list]");
  else if (selected !== null) void focusFirst(`[data-route="${selected}"]`);
}

import { t, type Key } from "../words/words.svelte";
import type { Desk } from "./desk.svelte";

/** What a player may do now, in a few words. */
export function hintWords(desk: Desk): string {
  if (desk.asks === "wait" || desk.asks === "over") return "";
  const turn = desk.map === null ? "status.lay" : desk.map.stations ? "status.turnStations" : "status.turn";
  return t((desk.asks === "turn" ? turn : `status.${desk.asks}`) as Key);
}

/** What is asked, as a sentence for those who listen. */
export const askWords = (desk: Desk): string => t("say.yourTurn", { hint: hintWords(desk) });

import type { Snippet } from "svelte";
import type { Layout } from "../ui/compact";
import type { Desk } from "./desk.svelte";

/** What a table is given beside the game. */
export interface TableProps {
  desk: Desk;
  tools: Snippet;
  notices?: Snippet | undefined;
  /** In place of the chat: the slider of a replay. */
  foot?: Snippet | undefined;
  /** Beside a replay: what the coach says of the game, perhaps much. */
  side?: Snippet | undefined;
  reviewed?: boolean | undefined;
  /** After the end: the score beside the board, in place of everything else. */
  end?: Snippet<[Layout]> | undefined;
}

/** Parts of a table that most moves do without; each is fetched when it is first wanted. */
export const caption = (): Promise<typeof import("../learn/Caption.svelte")> => import("../learn/Caption.svelte");
export const cardTable = (): Promise<typeof import("../cardgame/CardTable.svelte")> => import("../cardgame/CardTable.svelte");
export const ending = (): Promise<typeof import("./end/Ending.svelte")> => import("./end/Ending.svelte");
export const hintPanel = (): Promise<typeof import("../coach/HintPanel.svelte")> => import("../coach/HintPanel.svelte");
export const keys = (): Promise<typeof import("./Keys.svelte")> => import("./Keys.svelte");
export const lobby = (): Promise<typeof import("./Lobby.svelte")> => import("./Lobby.svelte");
export const mapDesktop = (): Promise<typeof import("./MapDesktop.svelte")> => import("./MapDesktop.svelte");
export const mapHandheld = (): Promise<typeof import("./MapHandheld.svelte")> => import("./MapHandheld.svelte");
export const resign = (): Promise<typeof import("./Resign.svelte")> => import("./Resign.svelte");
export const review = (): Promise<typeof import("../coach/Review.svelte")> => import("../coach/Review.svelte");
export const routeList = (): Promise<typeof import("./RouteList.svelte")> => import("./RouteList.svelte");
export const seatSheet = (): Promise<typeof import("../pages/SeatSheet.svelte")> => import("../pages/SeatSheet.svelte");

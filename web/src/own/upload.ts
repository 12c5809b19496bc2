import { ApiError, type Problem } from "../net/api";
import type { GameInfo } from "../game/types";

/** Bring a board of one's own; the answer has the name under which it is played here. */
export async function uploadBoard(text: string): Promise<GameInfo> {
  const answer = await fetch("/api/boards", { method: "POST", headers: { "Content-Type": "text/plain; charset=utf-8" }, body: text });
  const said = (await answer.json().catch(() => null)) as (GameInfo & { error?: Problem }) | null;
  if (!answer.ok || !said) throw new ApiError(said?.error ?? { code: "unknown", text: answer.statusText, rule: null }, answer.status);
  return said;
}

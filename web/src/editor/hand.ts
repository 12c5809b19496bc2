import type { Board } from "./board";
import { keep, type Draft } from "./drafts";
import type { Frame } from "./frame";
import { begin } from "./past";

/** The draft that was begun last, handed on to its page; where a browser keeps nothing it is nowhere else. */
let latest: Draft | null = null;

export const handed = (id: string): Draft | null => (latest?.id === id ? latest : null);

/** A new draft, kept if the browser keeps anything; gives the address of its page. */
export async function newDraft(board: Board, frame: Frame): Promise<string> {
  const id = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  latest = { id, number: 1, isUsed: false, past: begin(board), frame, guide: null, saved: 0 };
  await keep({ ...latest, saved: Date.now() }).catch(() => {});
  return `/editor/${id}`;
}

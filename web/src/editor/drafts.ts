import type { Board } from "./board";
import type { Frame } from "./frame";
import type { Past } from "./past";

/** A picture under the map, as a guide. */
export interface Guide {
  image: Blob;
  x: number;
  y: number;
  width: number;
  height: number;
  opacity: number;
}

/** A draft as this browser keeps it, with its steps to undo; things that steps share are stored once. */
export interface Draft {
  id: string;
  /** Counts up when a draft is changed after it was played or studied, so that a number belongs to one board. */
  number: number;
  isUsed: boolean;
  past: Past<Board>;
  frame: Frame;
  guide: Guide | null;
  saved: number;
  /** What was studied before, the latest first, to compare with. */
  studied?: { number: number; board: Board }[];
}

const [NAME, STORE] = ["branchline-drafts", "drafts"];

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const wish = indexedDB.open(NAME, 1);
    wish.onupgradeneeded = () => wish.result.createObjectStore(STORE, { keyPath: "id" });
    wish.onsuccess = () => resolve(wish.result);
    wish.onerror = () => reject(wish.error ?? new Error(NAME));
  });
}

async function ask<T>(mode: IDBTransactionMode, wish: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const step = database.transaction(STORE, mode);
      const request = wish(step.objectStore(STORE));
      step.oncomplete = () => resolve(request.result);
      step.onerror = step.onabort = () => reject(step.error ?? new Error(NAME));
    });
  } finally {
    database.close();
  }
}

/** All drafts, the latest first. */
export async function kept(): Promise<Draft[]> {
  const all = await ask<Draft[]>("readonly", (store) => store.getAll() as IDBRequest<Draft[]>);
  return all.sort((a, b) => b.saved - a.saved);
}

export const find = (id: string): Promise<Draft | undefined> => ask("readonly", (store) => store.get(id) as IDBRequest<Draft | undefined>);
export const keep = (draft: Draft): Promise<unknown> => ask("readwrite", (store) => store.put(draft));
export const forget = (id: string): Promise<unknown> => ask("readwrite", (store) => store.delete(id));

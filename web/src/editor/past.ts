/** What was before and what was taken back, as far as it is kept. */
export interface Past<T> {
  before: readonly T[];
  now: T;
  after: readonly T[];
}

export const STEPS = 200;

export const begin = <T>(now: T): Past<T> => ({ before: [], now, after: [] });

/** A step on; what was taken back is forgotten. A step that goes on with the last one (letters of a name) joins it. */
export function step<T>(past: Past<T>, next: T, joined = false): Past<T> {
  if (next === past.now) return past;
  return { before: joined ? past.before : [...past.before, past.now].slice(-STEPS), now: next, after: [] };
}

export function undo<T>(past: Past<T>): Past<T> {
  const last = past.before.at(-1);
  return last === undefined ? past : { before: past.before.slice(0, -1), now: last, after: [past.now, ...past.after] };
}

export function redo<T>(past: Past<T>): Past<T> {
  const [next, ...after] = past.after;
  return next === undefined ? past : { before: [...past.before, past.now], now: next, after };
}

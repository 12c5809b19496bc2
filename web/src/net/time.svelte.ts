/** The server's time: clocks run by it, for the device's own may be wrong. */
const state = $state({ ahead: 0 });
let surest = Infinity;

export const serverNow = (): number => Date.now() + state.ahead;

/** What the server said between a question and its answer; the quicker the answer, the surer. */
export function setServerTime(now: number, asked: number, answered: number): void {
  const doubt = answered - asked;
  if (doubt < 0 || doubt > surest * 1.5) {
    surest *= 1.2; // clocks drift: an old sure answer does not stand for ever
    return;
  }
  surest = Math.max(doubt, 5);
  state.ahead = now - (asked + answered) / 2;
}

/** Whether the last thing done came from keys, or from what reads the screen, and not from a pointer. */
let isByKey = false;
addEventListener("keydown", () => (isByKey = true), true);
addEventListener("pointerdown", () => (isByKey = false), true);
addEventListener("click", (event) => event.detail === 0 && (isByKey = true), true);

export const byKey = (): boolean => isByKey;

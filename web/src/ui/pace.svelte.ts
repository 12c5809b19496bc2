/** How fast what others do is shown, one thing after the other. */
export const PACES = { calm: 900, quick: 350, once: 0 } as const;
export type Pace = keyof typeof PACES;

const KEY = "branchline.pace";
const stored = localStorage.getItem(KEY);
const now = $state<{ pace: Pace }>({ pace: stored === "quick" || stored === "once" ? stored : "calm" });

export const pace = (): Pace => now.pace;

/** Milliseconds between two things that others do. */
export const pause = (): number => PACES[now.pace];

export function choosePace(wanted: Pace): void {
  now.pace = wanted;
  localStorage.setItem(KEY, wanted);
}

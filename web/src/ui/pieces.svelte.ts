/** Which colour the pieces of each seat at the table have. */
export const COLOURS = 5;

const NONE = [0, 1, 2, 3, 4];
const now = $state({ colours: NONE });

/** The colour of every seat: the one that was chosen there, else the first that nobody has. */
export function dressed(seats: { colour?: number | null }[]): number[] {
  const chosen = new Set(seats.flatMap((seat) => seat.colour ?? []));
  const free = NONE.filter((colour) => !chosen.has(colour));
  return seats.map((seat) => seat.colour ?? free.shift() ?? 0);
}

/** Give the pieces their colours; without seats every place has its own. */
export function dress(seats: { colour?: number | null }[]): void {
  const colours = seats.length ? dressed(seats) : NONE;
  NONE.forEach((seat) => document.documentElement.style.setProperty(`--p${seat}`, `var(--c${colours[seat] ?? seat})`));
  now.colours = colours;
}

export const colourOf = (seat: number): number => (seat < 0 ? seat : (now.colours[seat] ?? seat));

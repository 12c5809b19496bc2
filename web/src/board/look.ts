/** How a free route is drawn, and whose it is: `owner` is a seat, −1 the neutral player, null nobody. */
export interface RouteLook {
  owner: number | null;
  state: "free" | "can" | "closed" | "claimed";
}

/** Names for bots, from all over the North. */
export const BOT_NAMES = ["Aino", "Mikkel", "Sigrún", "Freja", "Elias", "Saga"];

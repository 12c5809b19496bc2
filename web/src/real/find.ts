import { cityName, citiesNamed } from "../game/cities.svelte";
import type { Ticket } from "../game/types";

const plain = (text: string): string =>
  text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ø", "o").replaceAll("æ", "ae").replaceAll("ð", "d").replaceAll("þ", "th").replaceAll("ł", "l").trim();

/** The tickets whose cities begin with all the words that were typed; every ticket if nothing was. */
export function findTickets(tickets: Ticket[], typed: string): Ticket[] {
  const words = plain(typed).split(/[\s–-]+/).filter(Boolean);
  return tickets.filter((ticket) => words.every((word) => ticket.cities.some((city) => plain(`${city} ${cityName(city)}`).split(/[\s-]+/).some((part) => part.startsWith(word)))));
}

export const ticketName = (ticket: Ticket): string => citiesNamed(ticket.cities, " – ");

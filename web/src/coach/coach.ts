import { cityName, citiesNamed } from "../game/cities.svelte";
import type { CardName, Cards, Game } from "../game/types";
import { CARDS } from "../game/types";
import { cardWords } from "../game/words";
import { ask } from "../net/api";
import { num, t, type Key } from "../words/words.svelte";

/** What a move does, by numbers. */
export interface Shown {
  does: "claim" | "build" | "draw" | "deck" | "tickets" | "keep" | "pick" | "complete" | "lay" | "pay" | "withdraw" | "pass" | "other";
  route?: number;
  city?: number;
  card?: number;
  /** How many of each kind of card. */
  cards?: number[];
  tickets?: number[];
}

/** Why a move is good: a key of our words, and what stands in the sentence. */
export interface Reason {
  key: string;
  ticket?: number;
  route?: number;
  card?: number;
  points?: number;
  count?: number;
  player?: number;
}

export interface Advised {
  actions: number[];
  shown: Shown;
  chance: number;
  reasons: Reason[];
}

export interface Hint {
  moves: Advised[];
  sure: boolean;
  plan: { tickets: number[]; given_up: number[]; routes: number[] };
}

/** A question to the coach on its way, or its answer. */
export interface Advice {
  hint: Hint | null;
  failed: boolean;
  /** Which of its moves is shown on the board. */
  chosen: number;
}

export interface Sure {
  value: number;
  error: number;
}

export interface Costly {
  player: number;
  move: number;
  turn: number;
  cost: Sure;
  played: Advised;
  better: Advised;
  line: { player: number | null; actions: number[]; shown: Shown | null }[];
}

/** What made a player's chance to win; `percents` are whole and add up, too. */
export interface Balance {
  name: string;
  start: Sure;
  luck: Sure;
  skill: Sure;
  unseen: Sure;
  rivals: Sure;
  end: number;
  percents: Record<"start" | "luck" | "skill" | "unseen" | "rivals" | "end", number>;
}

export interface Analysis {
  players: Balance[];
  chances: { entry: number; move: number; turn: number; chances: number[]; error: number }[];
  costly: Costly[];
  strokes: { move: number; turn: number; shifts: number[] }[];
  offers: Offer[];
  guesses: { viewer: number; player: number; ticket: number; move: number; turn: number; shown: Shown | null }[];
}

/** Tickets that somebody could keep: what each was worth, and by how much the best choice found was better. */
export interface Offer {
  player: number;
  move: number;
  turn: number;
  loss: Sure;
  tickets: { ticket: number; kept: boolean; completed: boolean; worth: Sure }[];
}

export interface Progress {
  status: "none" | "working" | "failed" | "done";
  progress?: number;
  /** The first, rough curve, while the analysis is under way. */
  chances?: Analysis["chances"];
  analysis?: Analysis;
}

export const hintFor = (table: string, token: string): Promise<{ at: number; hint: Hint }> => ask(`/tables/${table}/hint`, undefined, token);
export const analysisOf = (table: string): Promise<Progress> => ask(`/tables/${table}/analysis`);
export const askAnalysis = (table: string): Promise<Progress> => ask(`/tables/${table}/analysis`, {});

export const cardName = (card: number): CardName => CARDS[card] ?? "locomotive";
const ticketName = (game: Game, ticket: number): string => citiesNamed(game.tickets.find((each) => each.id === ticket)?.cities ?? []);
const routeNamed = (game: Game, route: number): string => (game.kind === "map" ? citiesNamed(game.routes[route]?.cities ?? []) : "");
const cityNamed = (game: Game, city: number): string => (game.kind === "map" ? cityName(game.cities[city]?.name ?? "") : "");
export const cardsOf = (counts: number[] = []): Cards => Object.fromEntries(CARDS.flatMap((card, i) => (counts[i] ? [[card, counts[i]]] : [])));

/** A move in words. */
export function moveWords(game: Game, shown: Shown): string {
  const tickets = (shown.tickets ?? []).map((ticket) => ticketName(game, ticket)).join(", ");
  return t(`coach.move.${shown.does}`, {
    route: routeNamed(game, shown.route ?? -1),
    city: cityNamed(game, shown.city ?? -1),
    card: t(`card.${cardName(shown.card ?? 8)}`),
    cards: cardWords(cardsOf(shown.cards)),
    tickets: tickets || t("coach.move.noTickets"),
  });
}

/** A reason in words. */
export const reasonWords = (game: Game, reason: Reason, nameOf: (seat: number) => string): string =>
  t(`coach.why.${reason.key}` as Key, {
    ticket: ticketName(game, reason.ticket ?? -1),
    route: routeNamed(game, reason.route ?? -1),
    card: t(`card.${cardName(reason.card ?? 8)}`),
    n: reason.points ?? 0,
    count: reason.count ?? 0,
    name: reason.player === undefined ? "" : nameOf(reason.player),
  });

/** A ticket in words, with its points. */
export const ticketWords = (game: Game, ticket: number): string => {
  const found = game.tickets.find((each) => each.id === ticket);
  return found ? `${citiesNamed(found.cities)} ${num(found.points)}` : "";
};

/** Luck and choices of a player in a sentence. */
export function balanceWords({ percents: { luck, skill } }: Balance, name: string, isMe: boolean): string {
  const way = (part: number): "Lost" | "Gained" => (part < 0 ? "Lost" : "Gained");
  return t(`coach.by.${way(luck)}${way(skill)}${isMe ? "" : "Of"}`, { luck: Math.abs(luck), choices: Math.abs(skill), name });
}

/** Whether choices cost or gained more than all there was to win, so that the figure stops there. */
export const isCapped = ({ skill }: Balance): boolean => Math.abs(skill.value) >= 1;

/** Whether a difference is beyond doubt. */
export const isSure = ({ value, error }: Sure): boolean => Math.abs(value) > 2 * error && Math.abs(value) >= 0.01;

export const percent = (chance: number): number => Math.round(100 * chance);

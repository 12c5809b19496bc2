import { cityName, citiesNamed } from "./cities.svelte";
import { CARDS, type CardName, type Cards, type GameEvent } from "./types";
import { t } from "../words/words.svelte";

/** A sentence with cards in it; of some only the back was seen. */
export type Part = string | { strong: string } | { card: CardName; n: number } | { back: number };

export interface Line {
  key: string;
  seat: number | null;
  parts: Part[];
  points: number | null;
  tone: "move" | "warning" | "chat" | "quiet";
  /** Whether it was taken back. */
  undone: boolean;
}

/** A message whose parameters may be cards or names: `{who}` and so on become parts. */
export function fill(message: string, params: Record<string, Part | Part[]>): Part[] {
  return message.split(/(\{\w+\})/).flatMap((piece) => {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    const value = name === undefined ? undefined : params[name];
    if (value === undefined) return piece ? [piece] : [];
    return Array.isArray(value) ? value : [value];
  });
}

export function cardParts(cards: GameEvent["cards"]): Part[] {
  return CARDS.flatMap((card) => (cards?.[card] ? [{ card, n: cards[card] }] : []));
}

/** A line as plain words, for the screen reader. */
export function plain(line: Pick<Line, "parts" | "points">): string {
  const words = line.parts.map((part, i) => {
    if (typeof part === "string") return part;
    if ("strong" in part) return part.strong;
    if ("back" in part) return t("cards.backs", { n: part.back });
    const next = line.parts[i + 1];
    const card = t(`card.${part.card}`);
    return (part.n === 1 ? card : t("cards.counted", { n: part.n, card })) + (typeof next === "object" && "card" in next ? ", " : "");
  });
  const sentence = words.join("").replace(/([^.!?])$/, "$1.");
  return line.points ? `${sentence.replace(/\.$/, "")}, ${t("points", { n: line.points })}.` : sentence;
}

/** What one sentence tells about whoever did it, and how loudly. */
const PLAIN: Record<string, [Parameters<typeof t>[0], Line["tone"]?]> = {
  draw_tickets: ["log.drawTickets"],
  early: ["log.keptSecret", "quiet"],
  pick: ["log.picked", "quiet"],
  withdraw: ["log.withdrew"],
  loan: ["log.loan", "warning"],
  neutral_out: ["log.neutralOut", "quiet"],
  deal_card: ["log.dealCard", "warning"],
  draft: ["log.draft", "quiet"],
  complete: ["log.keptSecret"],
  second_half: ["log.second_half", "warning"],
  reset: ["log.reset", "quiet"],
  shuffle: ["log.shuffle", "quiet"],
  shuffle_tickets: ["log.shuffleTickets", "quiet"],
  pass: ["log.passed"],
  last_turns: ["log.lastTurns", "warning"],
  end: ["log.end", "warning"],
  joined: ["log.joined", "quiet"],
  left: ["log.left", "quiet"],
  started: ["log.started", "quiet"],
  undone: ["log.undone", "quiet"],
  undo_asked: ["log.undo_asked", "quiet"],
  resigned: ["log.resigned", "warning"],
  timed_out: ["log.timed_out", "warning"],
  came_back: ["log.came_back", "quiet"],
};

/** The events of a game as lines of a log; cards drawn one after the other are told together. */
export function lines(events: GameEvent[], me: number[]): Line[] {
  const told: Line[] = [];
  const undone = takenBack(events);
  const named = (event: GameEvent): Part => ({
    strong: event.seat !== undefined && event.seat !== null && me.length === 1 && me.includes(event.seat) ? t("log.you") || (event.player ?? "") : (event.player ?? ""),
  });
  events.forEach((event, index) => {
    const add = (parts: Part[], points: number | null = null, tone: Line["tone"] = "move"): void => {
      told.push({ key: `${event["seq"] ?? ""}.${index}`, seat: event.seat ?? null, parts, points, tone, undone: undone.has(Number(event["seq"])) });
    };
    const say = (key: Parameters<typeof t>[0], params: Record<string, Part | Part[]> = {}, tone: Line["tone"] = "move"): void =>
      add(fill(t(key), { who: named(event), ...params }), null, tone);
    const route = { strong: citiesNamed(event.cities ?? []) };
    switch (event.kind) {
      case "draw": {
        const { open, dealt, blind, isFirst } = drawn(events, index, undone);
        if (!isFirst) break;
        if (open.length && dealt.length) say("log.drawBothSeen", { card: open, other: dealt });
        else if (open.length && blind) say("log.drawBoth", { card: open });
        else if (open.length) say("log.drawDisplay", { card: open });
        else if (dealt.length) say("log.dealt", { card: dealt });
        else add(fill(t("log.drawDeck", { n: blind }), { who: named(event) }));
        break;
      }
      case "keep":
        if (event.tickets) add(fill(t("log.kept", { n: event.tickets.length }), { who: named(event) }));
        else if (event.number !== undefined) add(fill(t("log.kept", { n: event.number }), { who: named(event) }));
        else if (!events.slice(0, index).some((other) => other.kind === "early" && other.seat === event.seat)) say("log.keptSecret");
        break;
      case "claim":
        if (event.route_kind === "tunnel") say("log.tunnel", { route, cards: cardParts(event.cards) });
        else if (!isClaimedNext(events, index)) say("log.claim", { route, cards: cardParts(event.cards) });
        break;
      case "turned":
        if (!isTurned(events, index, -1)) say("log.turned", { card: turnedUp(events, index) }, "quiet");
        break;
      case "pay":
        say("log.paidMore", { cards: cardParts(event.cards) });
        break;
      case "claimed": {
        const paid = paidFor(events, index);
        add(fill(t(paid.length ? "log.claimedWith" : "log.claimed"), { who: named(event), route, cards: paid }), event.points ?? null);
        break;
      }
      case "build":
        say("log.built", { city: { strong: cityName(event.city ?? "") }, cards: cardParts(event.cards) });
        break;
      case "toll":
        add(fill(t("log.toll", { n: event.worth ?? 0 }), { who: named(event) }));
        break;
      case "toll_received":
        add(fill(t("log.tollReceived", { n: event.worth ?? 0 }), { who: named(event) }));
        break;
      case "neutral":
        say("log.neutralTicket", { route: { strong: event.cities?.length ? citiesNamed(event.cities) : "–" } }, "quiet");
        break;
      case "choose_neutral":
        say("log.neutralChosen", { route });
        break;
      case "neutral_claimed":
        say("log.neutralClaimed", { route });
        break;
      case "festival":
        say("log.festival", { city: { strong: cityName(event.city ?? "") } }, "quiet");
        break;
      case "choose_festival":
        say("log.festivalChosen", { city: { strong: cityName(event.city ?? "") } });
        break;
      case "festivals_taken":
        add(fill(t("log.festivalsTaken", { n: event.number ?? 0 }), { who: named(event), city: { strong: cityName(event.city ?? "") } }));
        break;
      case "lay":
        say("log.lay", { cards: cardParts(event.cards) });
        break;
      case "robbery":
        say("log.robbery", { by: { strong: String(event["by"] ?? "") }, cards: cardParts(event.cards) }, "warning");
        break;
      case "to_platform":
        say("log.to_platform", { cards: cardParts(event.cards) }, "quiet");
        break;
      case "completed":
        add(fill(t("log.completed", { n: event.tickets?.length ?? 0 }), { who: named(event) }), event.points ?? null);
        break;
      case "chat":
        if (event.text) add([named(event), `: ${event.text}`], null, "chat"); // else it was removed
        break;
      case "undo_answered":
        if (!event["agrees"]) say("log.undo_declined", {}, "quiet");
        break;
      default: {
        const plainly = PLAIN[event.kind];
        if (plainly) say(plainly[0], {}, plainly[1]);
      }
    }
  });
  return told;
}

/** The cards with which a route that was just claimed was paid. */
function paidFor(events: GameEvent[], index: number): Part[] {
  for (let i = index - 1; i >= 0 && i > index - 8; i--) {
    const event = events[i];
    if (event?.kind === "claim" && event.route === events[index]?.route) return event.route_kind === "tunnel" ? [] : cardParts(event.cards);
  }
  return [];
}

/** Whether the card before or after this one, perhaps with a shuffle between them, was turned up for the same tunnel. */
function isTurned(events: GameEvent[], index: number, step: 1 | -1): boolean {
  let i = index + step;
  while (events[i]?.kind === "shuffle") i += step;
  return events[i]?.kind === "turned";
}

/** All cards that are turned up for a tunnel, from the first of them on. */
function turnedUp(events: GameEvent[], index: number): Part[] {
  const cards: Cards = {};
  for (let i = index; events[i]; i++) {
    put(cards, events[i]?.kind === "turned" ? events[i]?.cards : undefined);
    if (!isTurned(events, i, 1)) break;
  }
  return cardParts(cards);
}

const isClaimedNext = (events: GameEvent[], index: number): boolean => events[index + 1]?.kind === "claimed";

/** What may lie between the two cards that a player draws. */
const BETWEEN = new Set(["deal", "display", "shuffle", "reset", "festival"]);

export interface Drawn {
  open: Part[];
  dealt: Part[];
  /** Cards of the deck that were not seen. */
  blind: number;
  isFirst: boolean;
  last: number;
}

/** The cards that a player draws in one turn, from the first of them on. */
export function drawn(events: GameEvent[], index: number, undone: Set<number>): Drawn {
  const open: Cards = {};
  const dealt: Cards = {};
  let blind = 0;
  let last = index;
  const first = events[index];
  const isSame = (event: GameEvent | undefined): boolean =>
    event?.kind === "draw" && event.seat === first?.seat && undone.has(Number(event["seq"])) === undone.has(Number(first?.["seq"]));
  const before = previous(events, index);
  const isFirst = before < 0 || !isSame(events[before]) || !drawn(events, before, undone).isFirst;
  for (let i = index, draws = 0; i < events.length; i++) {
    const event = events[i];
    if (!event) break;
    if (isSame(event) && draws < 2) {
      draws += 1;
      last = i;
      if (event.from === "display") put(open, event.cards);
      else blind += 1;
    } else if (event.kind === "deal" && event.cards && blind) {
      put(dealt, event.cards);
      blind -= 1;
    } else if (!BETWEEN.has(event.kind)) break;
  }
  return { open: cardParts(open), dealt: cardParts(dealt), blind, isFirst, last };
}

function previous(events: GameEvent[], index: number): number {
  let i = index - 1;
  while (i >= 0 && BETWEEN.has(events[i]?.kind ?? "")) i -= 1;
  return i;
}

function put(into: Cards, cards: GameEvent["cards"]): void {
  for (const card of CARDS) if (cards?.[card]) into[card] = (into[card] ?? 0) + (cards[card] ?? 0);
}

/** What is no move: it stays, whatever is taken back. */
const ASIDE = new Set(["joined", "left", "renamed", "started", "chat", "undo_asked", "undo_answered", "undone", "resigned", "timed_out", "away", "came_back", "replace_asked", "bot_set"]);

/** The numbers of the entries that were taken back. */
export function takenBack(events: GameEvent[]): Set<number> {
  const back = new Set<number>();
  if (!events.some((event) => event.kind === "undone")) return back;
  const moves: number[] = [];
  for (const event of events) {
    const seq = Number(event["seq"]);
    if (event.kind === "undone") for (const taken of moves.splice(-Number(event["moves"] ?? 1))) back.add(taken);
    else if (!ASIDE.has(event.kind) && event.seat !== undefined && !event.chance && moves.at(-1) !== seq) moves.push(seq);
  }
  return back;
}

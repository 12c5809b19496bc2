import { CARDS, type CardName, type GameEvent } from "./types";
import { t } from "../words/words.svelte";

/** A sentence with cards in it. */
export type Part = string | { strong: string } | { card: CardName; n: number };

export interface Line {
  key: string;
  seat: number | null;
  parts: Part[];
  points: number | null;
  tone: "move" | "warning" | "chat" | "quiet";
}

/** A message whose parameters may be cards or names: `{who}` and so on become parts. */
function fill(message: string, params: Record<string, Part | Part[]>): Part[] {
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
export function plain(line: Line): string {
  const words = line.parts.map((part, i) => {
    if (typeof part === "string") return part;
    if ("strong" in part) return part.strong;
    const next = line.parts[i + 1];
    return t("cards.counted", { n: part.n, card: t(`card.${part.card}`) }) + (typeof next === "object" && "card" in next ? ", " : "");
  });
  const sentence = words.join("");
  return line.points ? `${sentence.replace(/\.$/, "")}, ${t("points", { n: line.points })}.` : sentence;
}

/** The events of a game as lines of a log; cards drawn one after the other are told together. */
export function lines(events: GameEvent[], me: number[]): Line[] {
  const told: Line[] = [];
  const named = (event: GameEvent): Part => ({
    strong: event.seat !== undefined && event.seat !== null && me.length === 1 && me.includes(event.seat) ? t("log.you") || (event.player ?? "") : (event.player ?? ""),
  });
  events.forEach((event, index) => {
    const add = (parts: Part[], points: number | null = null, tone: Line["tone"] = "move"): void => {
      told.push({ key: `${index}`, seat: event.seat ?? null, parts, points, tone });
    };
    const say = (key: Parameters<typeof t>[0], params: Record<string, Part | Part[]> = {}, tone: Line["tone"] = "move"): void =>
      add(fill(t(key), { who: named(event), ...params }), null, tone);
    const route = { strong: (event.cities ?? []).join("–") };
    switch (event.kind) {
      case "draw":
        if (event.from === "display") say("log.drawDisplay", { card: cardParts(event.cards) });
        else if (!dealtTo(events, index)) say("log.drawDeck");
        break;
      case "deal":
        if (index && event.seat !== undefined && followsDraw(events, index)) {
          if (event.cards) say("log.dealt", { card: cardParts(event.cards) });
          else say("log.drawDeck");
        }
        break;
      case "draw_tickets":
        say("log.drawTickets");
        break;
      case "keep":
        if (event.tickets) add(fill(t("log.kept", { n: event.tickets.length }), { who: named(event) }));
        else if (event.number !== undefined) add(fill(t("log.kept", { n: event.number }), { who: named(event) }));
        else say("log.keptSecret");
        break;
      case "pick":
        say("log.picked", {}, "quiet");
        break;
      case "claim":
        if (event.route_kind === "tunnel") say("log.tunnel", { route, cards: cardParts(event.cards) });
        else if (!isClaimedNext(events, index)) say("log.claim", { route, cards: cardParts(event.cards) });
        break;
      case "turned":
        say("log.turned", { card: cardParts(event.cards) }, "quiet");
        break;
      case "pay":
        say("log.paidMore", { cards: cardParts(event.cards) });
        break;
      case "withdraw":
        say("log.withdrew");
        break;
      case "claimed": {
        const paid = paidFor(events, index);
        add(fill(t(paid.length ? "log.claimedWith" : "log.claimed"), { who: named(event), route, cards: paid }), event.points ?? null);
        break;
      }
      case "build":
        say("log.built", { city: { strong: event.city ?? "" }, cards: cardParts(event.cards) });
        break;
      case "toll":
        add(fill(t("log.toll", { n: event.worth ?? 0 }), { who: named(event) }));
        break;
      case "toll_received":
        add(fill(t("log.tollReceived", { n: event.worth ?? 0 }), { who: named(event) }));
        break;
      case "loan":
        say("log.loan", {}, "warning");
        break;
      case "neutral":
        say("log.neutralTicket", { route: { strong: event.cities?.length ? event.cities.join("–") : "–" } }, "quiet");
        break;
      case "choose_neutral":
        say("log.neutralChosen", { route });
        break;
      case "neutral_claimed":
        say("log.neutralClaimed", { route });
        break;
      case "neutral_out":
        say("log.neutralOut", {}, "quiet");
        break;
      case "festival":
        say("log.festival", { city: { strong: event.city ?? "" } }, "quiet");
        break;
      case "choose_festival":
        say("log.festivalChosen", { city: { strong: event.city ?? "" } });
        break;
      case "festivals_taken":
        add(fill(t("log.festivalsTaken", { n: event.number ?? 0 }), { who: named(event), city: { strong: event.city ?? "" } }));
        break;
      case "deal_card":
        say("log.dealCard", {}, "warning");
        break;
      case "draft":
        say("log.draft", {}, "quiet");
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
      case "complete":
        say("log.keptSecret");
        break;
      case "completed":
        add(fill(t("log.completed", { n: event.tickets?.length ?? 0 }), { who: named(event) }), event.points ?? null);
        break;
      case "second_half":
        say("log.second_half", {}, "warning");
        break;
      case "reset":
        say("log.reset", {}, "quiet");
        break;
      case "shuffle":
        say("log.shuffle", {}, "quiet");
        break;
      case "shuffle_tickets":
        say("log.shuffleTickets", {}, "quiet");
        break;
      case "pass":
        say("log.passed");
        break;
      case "last_turns":
        say("log.lastTurns", {}, "warning");
        break;
      case "end":
        say("log.end", {}, "warning");
        break;
      case "chat":
        add([named(event), `: ${event.text ?? ""}`], null, "chat");
        break;
      case "joined":
      case "left":
      case "started":
      case "undone":
      case "undo_asked":
      case "resigned":
      case "timed_out":
      case "came_back":
        say(`log.${event.kind}`, {}, event.kind === "resigned" || event.kind === "timed_out" ? "warning" : "quiet");
        break;
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

const isClaimedNext = (events: GameEvent[], index: number): boolean => events[index + 1]?.kind === "claimed";

const followsDraw = (events: GameEvent[], index: number): boolean => {
  for (let i = index - 1; i >= 0; i--) {
    const kind = events[i]?.kind;
    if (kind === "draw") return events[i]?.from === "deck" && events[i]?.seat === events[index]?.seat;
    if (kind !== "shuffle" && kind !== "festival") return false;
  }
  return false;
};

const dealtTo = (events: GameEvent[], index: number): boolean => {
  for (let i = index + 1; i < events.length; i++) {
    const kind = events[i]?.kind;
    if (kind === "deal") return true;
    if (kind !== "shuffle" && kind !== "festival") return false;
  }
  return false;
};


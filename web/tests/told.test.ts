import { beforeAll, describe, expect, it, vi } from "vitest";
import { outline } from "../src/board/lanes";
import { historyOf } from "../src/game/history";
import { longestPath } from "../src/game/longest";
import type { GameEvent, Route, Score } from "../src/game/types";
import { storyOf, type Told } from "../src/table/end/story";

// The words know the page; these tests have none.
const words = async (): Promise<typeof import("../src/words/words.svelte")> => import("../src/words/words.svelte");
beforeAll(async () => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { documentElement: {}, querySelector: () => null });
  await (await words()).speak("en");
});
const tell = async (): Promise<typeof import("../src/game/tell")> => import("../src/game/tell");

const route = (id: number, a: string, b: string, length: number): Route => ({
  id, name: `${a}–${b}`, cities: [a, b], length, colour: "red", kind: "plain", locomotives: [], exchange: 0, toll: 0, track: id, size: [28, 13.5],
  spaces: Array.from({ length }, (_, i): [number, number, number] => [i * 30, 0, 0]),
});

let seq = 0;
const draw = (seat: number, card: string | null): GameEvent[] => {
  seq += 1;
  return card
    ? [{ kind: "draw", from: "display", seat, player: `P${seat}`, cards: { [card]: 1 }, seq }, { kind: "display", chance: true, cards: { blue: 1 }, seq }]
    : [{ kind: "draw", from: "deck", seat, player: `P${seat}`, seq }, { kind: "deal", chance: true, seat, number: 1, seq }];
};
const claim = (seat: number, points: number): GameEvent[] => {
  seq += 1;
  const what = { seat, player: `P${seat}`, cities: ["A", "B"] as [string, string], route: "A–B", route_kind: "plain" as const, seq };
  return [{ kind: "claim", ...what, cards: { red: 1 } }, { kind: "claimed", ...what, points }];
};
const undo = (seat: number, moves = 1): GameEvent[] => [{ kind: "undone", seat, player: `P${seat}`, moves, seq: (seq += 1) }];

describe("what I did is told to me", () => {
  const me = { seat: 0, player: "Sigrún", cities: ["Oslo", "Bergen"] as [string, string], route: "Oslo–Bergen", city: "Oslo", cards: { red: 2 }, n: 2, number: 2, amount: 2, by: "Aino" };
  const kinds = [
    "draw", "draw_tickets", "keep", "early", "pick", "claim", "pay", "withdraw", "claimed", "build", "toll", "toll_received", "loan", "choose_neutral",
    "choose_festival", "festivals_taken", "lay", "robbery", "to_platform", "complete", "completed", "pass", "undo_answered", "joined", "left", "undone",
    "undo_asked", "resigned", "timed_out", "came_back",
  ];
  const wrong: Record<string, RegExp> = {
    en: /\bYou (?!was\b)\w*[^s]s\b|[^.!?] You\b|\bof You\b/, // You asks, You is, to You
    da: /[^.!?] Du\b|\bDu\b.*\bsig\b/, sv: /[^.!?] Du\b|\bDu\b.*\bsig\b/, nb: /[^.!?] Du\b|\bDu\b.*\bseg\b/, // for Du, Du satte sig
    is: /\b(?:You|Du|Þú)\b/, fi: /\b(?:You|Du|Sinä)\b/, // these tell it by name
  };
  it.each(Object.keys(wrong))("in whole sentences: %s", async (language) => {
    const [{ lines, plain }, { speak }] = [await tell(), await words()];
    await speak(language as "en");
    const told = kinds.flatMap((kind, i) => lines([{ kind, ...me, agrees: false, seq: 1000 + i } as unknown as GameEvent], [0])).map(plain);
    await speak("en");
    expect(told.length).toBeGreaterThan(18);
    expect(told.filter((sentence) => wrong[language]?.test(sentence) || sentence.includes("{"))).toEqual([]);
    if (language === "en") expect(told.filter((sentence) => sentence.startsWith("You ")).length).toBeGreaterThan(14);
  });
});

describe("the log", () => {
  it("tells the two cards of a turn in one line", async () => {
    const { lines, plain } = await tell();
    const told = lines([...draw(1, "red"), ...draw(1, null), ...draw(0, null), ...draw(0, null), ...draw(1, "green"), ...draw(1, "green")], [0]);
    expect(told.map(plain)).toEqual([
      "P1 drew red from the display and a card from the deck.", "You drew 2 cards from the deck.", "P1 drew 2 × green from the display.",
    ]);
  });
  it("tells the cards turned up for a tunnel in one line, also with a shuffle between them", async () => {
    const { lines, plain } = await tell();
    const turned = (card: string): GameEvent => ({ kind: "turned", chance: true, cards: { [card]: 1 }, seq });
    const tunnel: GameEvent = { ...(claim(0, 2)[0] as GameEvent), route_kind: "tunnel" };
    const told = lines([tunnel, turned("red"), { kind: "shuffle", chance: true, seq }, turned("blue"), turned("red"), tunnel, turned("green")], [0]);
    expect(told.map(plain).filter((line) => line.startsWith("Turned up"))).toEqual(["Turned up: blue, 2 × red.", "Turned up: green."]);
  });
  it("keeps apart what was taken back and strikes it", async () => {
    const { lines } = await tell();
    const told = lines([...draw(0, "red"), ...draw(0, "blue"), ...undo(0), ...draw(0, "green"), ...claim(1, 4), ...undo(1)], [0]);
    expect(told.map((line) => line.undone)).toEqual([false, true, false, false, true, false]);
  });
});

describe("a game looked back on", () => {
  it("has points turn by turn and who led", () => {
    const { points, leaders, numbers } = historyOf([...claim(0, 4), ...draw(1, "red"), ...draw(1, null), ...claim(0, 1), ...claim(1, 15), ...claim(0, 2), ...undo(0)], 2);
    expect(points).toEqual([[0, 0], [4, 0], [4, 0], [5, 0], [5, 15]]);
    expect(leaders).toEqual([null, 0, 0, 0, 1]);
    expect(numbers[1]).toMatchObject({ cards: 2, blind: 1, routes: 1, turnsInLead: 1 });
  });
  it("has a longest path that uses every route once", () => {
    const routes = [route(0, "A", "B", 2), route(1, "B", "C", 3), route(2, "C", "A", 1), route(3, "B", "D", 4)];
    expect(longestPath(routes, Infinity).reduce((sum, each) => sum + each.length, 0)).toBe(10);
    expect(longestPath([], 0)).toEqual([]);
  });
});

describe("the story", () => {
  const score = (player: string, total: number, place: number, more: Partial<Score> = {}): Score => ({ player, total, place, ...more });
  const told = (scores: Score[], more: Partial<Told> = {}): Told => ({
    scores, winners: scores.filter((each) => each.place === 1).map((each) => each.player), history: historyOf([], scores.length), ended: null, worth: (ticket) => Number(ticket.split(" ")[1]), title: (ticket) => ticket.split(" ")[0] ?? "", ...more,
  });
  it.each([
    ["end.story.shared", told([score("A", 50, 1), score("B", 50, 1)])],
    ["end.story.ended", told([score("A", 50, 1), score("B", 40, 2)], { ended: "resigned" })],
    ["end.story.tied", told([score("A", 50, 1), score("B", 50, 2)])],
    ["end.story.by.longest_path_bonus", told([score("A", 50, 1, { longest_path_bonus: 10 }), score("B", 45, 2)])],
    ["end.story.missed", told([score("A", 50, 1), score("B", 40, 2, { not_done: ["X 3", "Y 8"] })])],
    ["end.story.tickets", told([score("A", 50, 1, { routes: 30, tickets: 20 }), score("B", 40, 2, { routes: 35 })])],
    ["end.story.runaway", told([score("A", 90, 1), score("B", 40, 2)])],
    ["end.story.close", told([score("A", 42, 1), score("B", 40, 2)])],
    ["end.story.plain", told([score("A", 52, 1), score("B", 40, 2)])],
  ])("%s", (key, game) => expect(storyOf(game).key).toBe(key));
  it("tells who led", () => {
    const scores = [score("P0", 40, 1), score("P1", 30, 2)];
    const story = (events: GameEvent[]): string => storyOf(told(scores, { history: historyOf(events, 2) })).key;
    expect(story([...claim(0, 4), ...claim(1, 2), ...claim(0, 2), ...claim(1, 1)])).toBe("end.story.always");
    expect(story([...claim(1, 4), ...claim(0, 2), ...claim(1, 2), ...claim(0, 15)])).toBe("end.story.last");
    expect(story([...claim(1, 9), ...claim(0, 2), ...claim(1, 5), ...claim(0, 1), ...claim(1, 1), ...claim(0, 15), ...claim(1, 1), ...claim(0, 15)])).toBe("end.story.behind");
  });
});

describe("a rim", () => {
  it("goes around a route, and once around a pair", () => {
    const one: Route = { ...route(0, "A", "B", 2), size: [28, 14] };
    const other: Route = { ...one, id: 1, spaces: one.spaces.map(([x, y, angle]): [number, number, number] => [x, y + 16, angle]) };
    expect(outline(one, 2)).toBe("M-16 9L0 9L30 9L46 9L46 -9L30 -9L0 -9L-16 -9Z");
    expect(outline(one, 2, other)).toBe("M-16 25L0 25L30 25L46 25L46 -9L30 -9L0 -9L-16 -9Z");
  });
});

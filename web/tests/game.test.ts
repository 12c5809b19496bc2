import { describe, expect, it } from "vitest";
import { around, filled, fit, kept, zoomAt } from "../src/board/camera";
import { lane, middle, neighbour } from "../src/board/lanes";
import { box, placed } from "../src/board/outlines";
import { covers, near } from "../src/board/picture";
import { arrange } from "../src/game/display";
import { shortest } from "../src/game/network";
import { proposeExchange, saving, spread, without } from "../src/game/pay";
import type { Route, Score } from "../src/game/types";
import { clockText, daysIn, timeLeft } from "../src/table/clock";
import { reckoning, steps, tieBreak } from "../src/table/reckoning";

function route(id: number, a: string, b: string, length: number, x = 0, y = 0): Route {
  const spaces = Array.from({ length }, (_, i): [number, number, number] => [x + i * 30, y, 0]);
  return { id, name: `${a}–${b}`, cities: [a, b], length, colour: "red", kind: "plain", locomotives: [], exchange: 0, toll: 0, track: id, size: [28, 13.5], spaces };
}

describe("the way for a ticket", () => {
  const routes = [route(0, "A", "B", 2), route(1, "B", "C", 3), route(2, "A", "C", 4), route(3, "C", "D", 1)];
  const all = new Set([0, 1, 2, 3]);

  it("takes the fewest trains", () => {
    expect(shortest(routes, new Set(), all, "A", "C")).toMatchObject({ trains: 4, missing: [{ id: 2 }] });
  });
  it("uses own routes for nothing", () => {
    expect(shortest(routes, new Set([0]), all, "A", "D")).toMatchObject({ trains: 4, missing: [{ id: 1 }, { id: 3 }], own: [{ id: 0 }] });
  });
  it("is complete without missing routes, and null without a way", () => {
    expect(shortest(routes, new Set([0, 1]), new Set(), "A", "C")?.missing).toEqual([]);
    expect(shortest(routes, new Set(), new Set([0]), "A", "D")).toBeNull();
  });
});

describe("paying", () => {
  it("says what a way saves", () => {
    const first = { yellow: 3, locomotive: 1 };
    expect(saving(first, first)).toEqual({ kind: "cheapest" });
    expect(saving({ yellow: 2, locomotive: 2 }, first)).toEqual({ kind: "keeps", card: "yellow", n: 1 });
    expect(saving({ yellow: 4 }, first)).toEqual({ kind: "keeps", card: "locomotive", n: 1 });
    expect(saving({ red: 4 }, first)).toEqual({ kind: "colour", card: "red" });
  });
  it("proposes an exchange that parts with the fewest cards", () => {
    const ferry = { ...route(0, "A", "B", 2), kind: "ferry" as const, colour: "black" as const, locomotives: [0], exchange: 3 };
    expect(proposeExchange({ black: 1, blue: 1, yellow: 1, green: 1 }, ferry)).toEqual({ black: 1, blue: 1, yellow: 1, green: 1 });
    expect(proposeExchange({ black: 1, blue: 1 }, ferry)).toBeNull();
    const long = { ...route(0, "A", "B", 9), colour: "grey" as const, exchange: 4 };
    expect(proposeExchange({ green: 8, red: 4, locomotive: 3 }, long)).toEqual({ green: 8, red: 4 });
  });
  it("spreads cards and takes them from the hand", () => {
    expect(spread({ locomotive: 1, red: 2 })).toEqual(["red", "red", "locomotive"]);
    expect(without({ red: 3, blue: 1 }, { red: 2, blue: 1 })).toEqual({ red: 1 });
  });
});

describe("the display", () => {
  it("keeps cards in their places and fills the gaps", () => {
    const before = arrange([], { red: 2, blue: 1, green: 1, locomotive: 1 });
    const after = arrange(before, { red: 2, blue: 1, green: 1, yellow: 1 });
    const changed = after.filter((card, i) => card !== before[i]);
    expect(changed).toEqual(["yellow"]);
  });
  it("shows empty places", () => {
    expect(arrange(["red", "blue", null, null, null], { blue: 1 })).toEqual([null, "blue", null, null, null]);
  });
});

describe("the camera", () => {
  const screen = { x: 0, y: 0, width: 800, height: 600 };
  it("fits a box into the free part", () => {
    const camera = fit({ x: 0, y: 0, width: 400, height: 600 }, screen);
    expect(camera).toEqual({ k: 1, left: 200, top: 0 });
  });
  it("zooms about a point", () => {
    const camera = zoomAt({ left: 0, top: 0, k: 1 }, 2, 100, 50, 0.5);
    expect(camera).toEqual({ k: 2, left: -100, top: -50 });
    expect(zoomAt(camera, 100, 0, 0, 0.5).k).toBe(4);
  });
  it("fills the screen with the board if it can", () => {
    const board = { x: 0, y: 0, width: 1000, height: 500 };
    expect(filled({ k: 1, left: 90, top: 300 }, board, screen)).toEqual({ k: 1, left: 0, top: 50 });
    expect(filled({ k: 2, left: -1500, top: -100 }, board, screen)).toEqual({ k: 2, left: -1200, top: -100 });
  });
  it("never loses the map", () => {
    const camera = kept({ left: 5000, top: -5000, k: 1 }, { width: 800, height: 600 }, { width: 800, height: 600 });
    expect(camera.left).toBeLessThan(800);
    expect(camera.top).toBeGreaterThan(-600);
  });
  it("puts a box around points", () => {
    expect(around([{ x: 0, y: 10 }, { x: 20, y: 0 }], 5)).toEqual({ x: -5, y: -5, width: 30, height: 20 });
  });
});

describe("routes on the board", () => {
  it("have a middle line from edge to edge", () => {
    expect(lane(route(0, "A", "B", 2))).toBe("M-14 0L0 0L30 0L44 0");
    expect(middle(route(0, "A", "B", 3))).toEqual({ x: 30, y: 0 });
  });
  it("are reached by the arrow keys", () => {
    const all = [route(0, "A", "B", 1, 0, 0), route(1, "B", "C", 1, 100, 10), route(2, "C", "D", 1, 0, 100)];
    const first = all[0];
    expect(first && neighbour(all, first, 1, 0)?.id).toBe(1);
    expect(first && neighbour(all, first, 0, 1)?.id).toBe(2);
    expect(first && neighbour(all, first, -1, 0)).toBeNull();
  });
});

describe("outlines", () => {
  it("are moved, turned and scaled", () => {
    expect(placed("M0-5 1.2-1.7H4V.5Z", 10, 20)).toBe("M10 15L11.2 18.3L14 18.3L14 20.5Z");
    expect(placed("M2 0V1ZM1 1H3", 10, 20, 90)).toBe("M10 22L9 22ZM9 21L9 23");
    expect(placed("C1 2 3 4 5 6", 0, 0, 180)).toBe("C-1 -2 -3 -4 -5 -6");
    expect(placed("M1 0A.85.85 0 1 0-1.9.8", 1, 1, 0, 2)).toBe("M3 1A1.7 1.7 0 1 0 -2.8 2.6");
  });
  it("can have round corners", () => {
    expect(box(10, 4, 1)).toBe("M-4 -2H4A1 1 0 0 1 5 -1V1A1 1 0 0 1 4 2H-4A1 1 0 0 1 -5 1V-1A1 1 0 0 1 -4 -2Z");
  });
});

describe("the picture of the ground", () => {
  const [camera, screen] = [{ left: -100, top: 50, k: 2 }, { width: 1000, height: 500 }];
  it("has room to move the board a little", () => {
    const picture = near(camera, screen);
    expect(picture).toEqual({ x: -50, y: -75, k: 2, width: 1400, height: 700 });
    expect(covers(picture, camera, screen)).toBe(true);
    expect(covers(picture, { ...camera, left: 100 }, screen)).toBe(true);
    expect(covers(picture, { ...camera, left: 101 }, screen)).toBe(false);
    expect(covers(picture, { ...camera, k: 2.1 }, screen)).toBe(false);
  });
});

describe("the end", () => {
  const score = (more: Partial<Score>): Score => ({ player: "", total: 0, place: 1, tickets: 0, ...more });
  it("is counted in parts that somebody has", () => {
    const parts = reckoning([score({ routes: 40, longest_path_bonus: 0 }), score({ routes: 30, tickets: -5, longest_path_bonus: 10 })]);
    expect(parts.map((part) => part.name)).toEqual(["routes", "tickets", "longest_path_bonus"]);
    expect(parts[1]?.values).toEqual([0, -5]);
  });
  it("counts tickets one by one, player by player", () => {
    const scores = [score({ routes: 40, tickets: 3, done: ["a 8"], not_done: ["b 5"] }), score({ routes: 30, tickets: 6, done: ["c 6"], not_done: [] })];
    const counted = steps(reckoning(scores), scores, (name) => Number(name.split(" ")[1]));
    expect(counted.map((step) => step.values)).toEqual([[40, 0], [0, 30], [8, 0], [-5, 0], [0, 6]]);
    expect(counted.map((step) => step.ticket?.seat)).toEqual([undefined, undefined, 0, 0, 1]);
    expect(counted[3]?.ticket).toEqual({ seat: 0, name: "b 5", done: false });
  });
  it("names what broke a tie", () => {
    const tied = (one: Partial<Score>, other: Partial<Score>): string | null => tieBreak([score({ place: 1, completed: 3, ...one }), score({ place: 2, completed: 3, ...other })]);
    expect(tied({ stations: 1 }, { stations: 2 })).toBe("stations");
    expect(tied({ bonuses: 2 }, { bonuses: 1 })).toBe("bonuses");
    expect(tied({ longest_path: 20 }, { longest_path: 18 })).toBe("longest_path");
    expect(tied({ longest_path: -1 }, { longest_path: -1 })).toBe("best_ticket");
    expect(tieBreak([score({ total: 9, place: 1, completed: 3 }), score({ total: 9, place: 2, completed: 2 })])).toBe("completed");
    expect(tieBreak([score({ total: 9, place: 1 }), score({ total: 9, place: 1 })])).toBeNull();
    expect(tieBreak([score({ total: 9, place: 1 }), score({ total: 8, place: 2 })])).toBeNull();
  });
});

describe("clocks", () => {
  const seats = [{ seat: 0, kind: "person", name: "", level: null, away: false, lost: false, present: true, spent_ms: 60_000, replace: [] }] as const;
  it("run while it is the player's move", () => {
    const table = { clock: { game_seconds: 600 }, seats: [...seats].map((seat) => ({ ...seat, replace: [] })), to_move: 0, turn_began: 1000, status: "playing" as const, deadline: null };
    expect(timeLeft(table, 0, 11_000)).toBe(530_000);
    expect(timeLeft({ ...table, to_move: 1 }, 0, 11_000)).toBe(540_000);
    expect(timeLeft({ ...table, clock: null }, 0, 11_000)).toBeNull();
  });
  it("are read as people write times", () => {
    expect(clockText(65_000)).toBe("1:05");
    expect(clockText(3_723_000)).toBe("1:02:03");
    expect(daysIn(3 * 86_400_000 - 1)).toBe(2);
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EMPTY, fileName, fromData, pointsOf, toData, type Board } from "../src/editor/board";
import * as change from "../src/editor/changes";
import { bounds, frameOfCities, frameOfRegion, project, unproject } from "../src/editor/frame";
import { begin, redo, step, STEPS, undo } from "../src/editor/past";
import { drawn, placesOf, proposedLength, symbols, towards } from "../src/editor/places";
import { GROUPS } from "../src/editor/rules";
import { shortest } from "../src/editor/ways";

/** Cities in a row from west to east, at 50° north. */
const row = (...names: string[]): Board =>
  names.reduce((board, name, i) => change.addCity(board, { name, latitude: 50, longitude: 2 * i }), EMPTY);
const [A, B, C, D] = [1, 2, 3, 4] as const;
const joined = (board: Board, ...pairs: [number, number, number][]): Board => pairs.reduce((made, [a, b, length]) => change.addRoute(made, { a, b, length }), board);

describe("a board", () => {
  const data = {
    name: "isle", title: "Isle", status: "draft", about: "Small.", rules: { trains: 20, points: { "1": 1 } },
    options: { trains: { values: [20, 30], about: "More." } },
    map: {
      cities: [{ name: "Cork", latitude: 51.9, longitude: -8.47 }, { name: "Derry", latitude: 55, longitude: -7.32 }, { name: "Dublin", latitude: 53.35, longitude: -6.26 }],
      routes: [
        { a: "Cork", b: "Dublin", length: 4, colour: "red", kind: "plain", locomotives: 0, exchange: 0, toll: 0 },
        { a: "Dublin", b: "Derry", length: 3, colour: "grey", kind: "ferry", locomotives: 1, exchange: 0, toll: 0 },
      ],
      tickets: [{ a: "Cork", b: "Derry", points: 7, deck: "tickets" }, { a: "Cork", b: "Dublin", points: 9, deck: "long" }],
      festivals: [{ cities: ["Cork"], points: [2, 5] }],
    },
  };

  it("goes into the editor and comes out as it was", () => {
    expect(toData(fromData(data).board)).toEqual(data);
  });

  it("has points that follow the shortest way, and others that were typed", () => {
    const { board } = fromData(data);
    expect(board.tickets.map(({ points }) => points)).toEqual([null, 9]);
    const longer = change.changeRoute(board, board.routes[1]?.id ?? 0, { length: 5 });
    expect(longer.tickets.map((ticket) => pointsOf(longer, ticket))).toEqual([9, 9]);
  });

  it("is read as far as it makes sense", () => {
    const broken = { name: 5, rules: [], map: { cities: [{ name: "Cork", latitude: "x" }, 7], routes: [{ a: "Cork", b: "Nowhere" }], tickets: "none" } };
    const { board, lost } = fromData(broken);
    expect(board.cities.map(({ name }) => name)).toEqual(["Cork", ""]);
    expect([board.routes.length, board.tickets.length, lost]).toEqual([0, 0, 1]);
    expect(fromData(null).board.cities).toEqual([]);
  });

  it("keeps routes at their cities while a name is typed through another's", () => {
    let board = joined(row("Bar", "Ba", "Oslo"), [A, C, 2], [B, C, 3]);
    for (const name of ["Bar", "Bari"]) board = change.changeCity(board, B, { name });
    expect((toData(board)["map"] as { routes: { a: string }[] }).routes.map(({ a }) => a)).toEqual(["Bar", "Bari"]);
  });

  it("is named for files by what people read", () => expect(["Ísafjörður & co", "Æ!", "…"].map(fileName)).toEqual(["isafjordur-co", "ae", "my-board"]));
});

describe("changes", () => {
  it("take everything with a city that is deleted", () => {
    let board = change.addTicket(joined(row("A", "B", "C"), [A, B, 2], [B, C, 3]), A, C);
    board = change.setFestival(board, B, [1, 2]);
    expect(change.goesWith(board, B)).toEqual({ routes: 2, tickets: 0 });
    const left = change.deleteCity(board, B);
    expect([left.cities.length, left.routes.length, left.tickets.length, left.festivals.length]).toEqual([2, 0, 1, 0]);
  });

  it("make a grey twin like the first route, but no third", () => {
    let board = joined(row("A", "B"), [A, B, 3]);
    board = change.changeRoute(board, 3, { colour: "red", kind: "ferry", locomotives: 2 });
    board = joined(board, [B, A, 1], [A, B, 5]);
    expect(board.routes.map(({ length, colour, kind }) => [length, colour, kind])).toEqual([[3, "red", "ferry"], [3, "grey", "ferry"]]);
  });

  it("keep symbols to ferries and to their length, and tolls of a double equal", () => {
    let board = joined(row("A", "B"), [A, B, 3], [A, B, 3]);
    board = change.changeRoute(board, 3, { kind: "ferry", locomotives: 9, toll: 4 });
    expect(board.routes.map(({ locomotives, toll }) => [locomotives, toll])).toEqual([[3, 4], [0, 4]]);
    expect(change.changeRoute(board, 3, { kind: "tunnel" }).routes[0]?.locomotives).toBe(0);
  });

  it("leave out rules that are as in the base game", () => {
    const board = change.setRule(EMPTY, "trains", 20, 45);
    expect(board.rules).toEqual({ trains: 20 });
    expect(change.setRule(board, "trains", 45, 45).rules).toEqual({});
  });

  it("add no ticket twice", () => expect(change.addTicket(change.addTicket(row("A", "B"), A, B), B, A).tickets.length).toBe(1));
});

describe("the past", () => {
  it("goes back and forth, and forgets what was taken back when something new is done", () => {
    let past = step(step(begin("a"), "b"), "c");
    past = undo(undo(past));
    expect([past.now, redo(past).now, undo(past).now]).toEqual(["a", "b", "a"]);
    past = step(past, "d");
    expect([past.now, redo(past).now, undo(past).now]).toEqual(["d", "d", "a"]);
  });

  it("joins the letters of a name, and keeps so many steps", () => {
    const typed = step(step(begin(""), "O"), "Os", true);
    expect(undo(typed).now).toBe("");
    let long = begin(0);
    for (let i = 1; i <= STEPS + 50; i++) long = step(long, i);
    expect([long.before.length, long.before[0]]).toEqual([STEPS, 50]);
  });
});

describe("ways", () => {
  it("are the shortest in trains, with the cities between", () => {
    const board = joined(row("A", "B", "C", "D"), [A, D, 9], [A, B, 2], [B, C, 2], [C, D, 2]);
    expect(shortest(board, A, D)).toMatchObject({ trains: 6, over: [B, C] });
    expect(shortest(board, D, A)).toMatchObject({ trains: 6, over: [C, B] });
    expect(shortest(row("A", "B"), A, B)).toBeNull();
  });
});

describe("the frame", () => {
  it.each([{ south: 36, north: 60, west: -11, east: 25 }, { south: -44, north: -10, west: 113, east: 154 }, { south: -5, north: 5, west: 10, east: 30 }])("finds every place of %o again", (region) => {
    const frame = frameOfRegion(region);
    for (const latitude of [region.south, region.north - 1.234])
      for (const longitude of [region.west + 0.5, region.east]) {
        const at = project(frame, latitude, longitude);
        expect(at.x).toBeGreaterThan(0);
        expect(at.x).toBeLessThan(frame.width);
        const back = unproject(frame, at);
        expect(back.latitude).toBeCloseTo(latitude, 2);
        expect(back.longitude).toBeCloseTo(longitude, 2);
      }
  });

  it("has room for the spaces of most routes", () => {
    const board = joined(row("A", "B", "C", "D"), [A, B, 6], [B, C, 6], [C, D, 6]);
    const frame = frameOfCities(board.cities, board.routes);
    const places = placesOf(board, frame, null);
    expect((places.get(B)?.x ?? 0) - (places.get(A)?.x ?? 0)).toBeGreaterThan(6 * 28);
    expect(bounds(board.cities)).toEqual({ south: 50, north: 50, west: 0, east: 6 });
  });
});

describe("places", () => {
  const board = joined(row("A", "B", "C"), [A, B, 4], [A, B, 4], [B, C, 2]);
  const frame = frameOfCities(board.cities, board.routes);
  const places = placesOf(board, frame, null);

  it("of spaces lie between their cities, twins side by side", () => {
    const { routes } = drawn(board, places, null, frame);
    const [one, other] = [...routes.values()];
    expect(one?.spaces.length).toBe(4);
    for (const [x] of one?.spaces ?? []) expect(x > (places.get(A)?.x ?? 0) && x < (places.get(B)?.x ?? 0)).toBe(true);
    expect(Math.abs((one?.spaces[0]?.[1] ?? 0) - (other?.spaces[0]?.[1] ?? 0))).toBeCloseTo(16, 0);
  });

  it("from the service are used as long as they fit", () => {
    const quick = drawn(board, places, null, frame).routes;
    const laid = { board, plan: { cities: [], tracks: [], routes: [...quick.values()].map((spaces, i) => ({ ...spaces, id: i, size: [20, 13.5] as [number, number] })) } };
    expect([...drawn(board, places, laid, frame).routes.values()].map(({ size }) => size[0])).toEqual([20, 20, 20]);
    const moved = change.changeCity(board, C, { latitude: 51 });
    const sizes = [...drawn(moved, placesOf(moved, frame, laid), laid, frame).routes.values()].map(({ size }) => size[0]);
    expect(sizes.slice(0, 2)).toEqual([20, 20]);
    expect(sizes[2]).not.toBe(20);
  });

  it("are found by arrows", () => {
    const from = places.get(A);
    expect(from && towards(places.values(), from, 1, 0)?.id).toBe(B);
    expect(from && towards(places.values(), from, -1, 0)).toBeNull();
  });

  it("propose lengths and spread symbols", () => {
    expect([20, 100, 1000].map((x) => proposedLength({ x: 0, y: 0 }, { x, y: 0 }))).toEqual([1, 2, 6]);
    expect(symbols(4, 2)).toEqual([1, 2]);
  });
});

it("numbers of cities above are those of the row", () => expect(row("A", "B", "C", "D").cities.map(({ id }) => id)).toEqual([A, B, C, D]));

describe("the rules", () => {
  it("can all be set, as the reference of the fields has them", () => {
    const reference = readFileSync(join(import.meta.dirname, "../../docs/boards/fields.md"), "utf8");
    const table = reference.split("### `[rules]`")[1]?.split("###")[0] ?? "";
    const fields = [...table.matchAll(/^\| `(\w+)`/gm)].map((found) => found[1]);
    const shown = GROUPS.flatMap(({ rules }) => rules.flatMap(({ name, under = [] }) => [name, ...under]));
    expect(fields.length).toBeGreaterThan(30);
    expect(shown.sort()).toEqual(fields.sort());
  });
});

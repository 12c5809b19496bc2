import { describe, expect, it } from "vitest";
import { HEIGHT, nameScale, placed, SIZE } from "../src/board/names";
import type { City, MapGame, Route } from "../src/game/types";

const city = (name: string, x: number, y: number): City => ({ name, x, y, r: 6.5, label: { x: x + 40, y, width: 60 } });
const route = (id: number, a: string, b: string, x: number, y: number): Route =>
  ({ id, cities: [a, b], size: [30, 13.5], spaces: [[x, y, 0]] }) as unknown as Route;
const game = {
  cities: [city("Ems", 100, 100), city("Lee", 100, 128), city("Po", 400, 100)],
  routes: [route(0, "Ems", "Po", 250, 100), route(1, "Po", "Lee", 440, 100), route(2, "Po", "Ems", 380, 80)],
} as unknown as MapGame;

describe("names on the board", () => {
  it("are never too small to read, nor larger than they need be", () => {
    for (const k of [0.2, 0.5, 0.8, 1, 2, 4]) {
      const shown = nameScale(k, 11) * SIZE * k;
      expect(shown).toBeGreaterThanOrEqual(11 - 1e-9);
      expect(shown).toBeLessThanOrEqual(13.5 + 1e-9);
    }
  });

  it("stay in their room when they are small, next to their city", () => {
    for (const { city: its, x, y } of placed(game, 0.5, new Set())) {
      expect(Math.abs(x - its.label.x)).toBeLessThanOrEqual(its.label.width / 4);
      expect(x).toBeLessThan(its.label.x);
      expect(Math.abs(y - its.label.y)).toBeLessThanOrEqual(HEIGHT / 4);
    }
  });

  it("leave each other and the spaces room when they are large", () => {
    for (const scale of [1.2, 1.6, 2.4]) {
      const names = placed(game, scale, new Set());
      const boxes = names.map(({ city: its, x, y }) => ({ x, y, across: (its.label.width * scale) / 2, down: (HEIGHT * scale) / 2 }));
      for (const [i, a] of boxes.entries()) {
        for (const b of boxes.slice(i + 1)) expect(Math.abs(a.x - b.x) >= a.across + b.across || Math.abs(a.y - b.y) >= a.down + b.down).toBe(true);
        for (const { spaces } of game.routes)
          for (const [x, y] of spaces) expect(Math.abs(a.x - x) >= a.across + 15 || Math.abs(a.y - y) >= a.down + 6.7).toBe(true);
      }
    }
  });

  it("lie in sight where there is room in it", () => {
    const view = { x: 0, y: 60, width: 130, height: 120 };
    const names = placed(game, 1.2, new Set(["Ems"]), new Map(), view);
    const ems = names.find((name) => name.city.name === "Ems");
    expect(placed(game, 1.2, new Set(["Ems"])).find((name) => name.city.name === "Ems")?.x).toBeGreaterThan(110);
    expect(ems?.x).toBeLessThan(130 - 36);
    expect(names.length).toBe(3);
  });

  it("of a ticket are always there", () => {
    expect(placed(game, 9, new Set(["Lee"])).map((name) => name.city.name)).toContain("Lee");
  });
});

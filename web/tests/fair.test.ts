import { expect, test } from "vitest";
import { checkDraws, randomNumber, type Draw, type Fairness } from "../src/net/fair";

const fair: Fairness = { table: "table", commitment: "f1c5b06930889d327c081127188dfc1fd30cb94ddd3bc45fa4f4aa5be070614a", numbers: ["0a".repeat(32), ""], secret: "5e".repeat(32) };
const deck = (...weights: number[]): [string, number][] => weights.map((weight, i) => [`card ${i}`, weight]);
const draws: Draw[] = [
  { k: 1, came: "card 0", outcomes: deck(12, 12, 14) },
  { k: 2, came: "card 0", outcomes: deck(3, 1) },
  { k: 3, came: "card 3", outcomes: deck(1, 1, 1, 1, 1, 1, 1) },
  { k: 4, came: "card 2", outcomes: deck(5, 0, 2) },
  { k: 5, came: "card 0", outcomes: deck(110) },
];

test("draws that follow from the secret are right", async () => {
  expect(await checkDraws(fair, draws)).toEqual({ right: draws.length });
});

test("the first draw that differs is found", async () => {
  const other = draws.map((draw, i) => (i === 2 ? { ...draw, came: draw.outcomes.find(([name]) => name !== draw.came)?.[0] ?? "" } : draw));
  expect(await checkDraws(fair, other)).toEqual({ wrong: 3 });
});

test("another secret is found out", async () => {
  expect(await checkDraws({ ...fair, secret: "11".repeat(32) }, draws)).toEqual({ wrong: 0 });
});

test("numbers of one's own are of 32 bytes and never the same", () => {
  expect(randomNumber()).toMatch(/^[0-9a-f]{64}$/);
  expect(randomNumber()).not.toBe(randomNumber());
});

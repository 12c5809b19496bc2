import { describe, expect, it } from "vitest";
import { told } from "../src/editor/problems";

const problem = (wrong: string, right: string) => ({ path: [], line: 1, entry: "", wrong, right });

describe("problems in words", () => {
  it("are found by what the service says of their kind", () => {
    expect(told(problem("no route leads to the city", "add a route, or leave the city out")).isEnglish).toBe(false);
    const range = told(problem("length: 12 is out of range", "write a number from 1 to 9"));
    expect(range).toEqual({ wrong: "12 is out of range", right: "write a number from 1 to 9", isEnglish: false });
  });

  it("call a field of a file by its name in the editor", () => {
    const { right } = told(problem("0 tickets, but 5 players need 15 at the start", "add 15 tickets, or lower start_tickets or players"));
    expect(right).toBe("add 15 tickets, or lower First deal or players");
  });

  it("stay English where only a file can have them", () => {
    expect(told(problem('there is no field "lenght"', 'write "length"')).isEnglish).toBe(true);
  });
});

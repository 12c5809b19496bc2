import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Problem } from "../src/problems/problems.svelte";

// The words know the page; these tests have none.
beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {}, querySelector: () => null });
});

const RANGE: Problem = {
  path: ["map", "cities", 0, "latitude"], line: 1, entry: "cities[0] Oslo", kind: "out_of_range", field: "latitude", option: "",
  values: { value: "159.9", none: 0, least: "-90", most: "90" },
  wrong: "latitude: 159.9 is out of range", right: "write a number from -90 to 90",
};
const MISSING: Problem = {
  ...RANGE, kind: "missing_fields", field: "", option: "draft = on", values: { names: ["a", "b"], n: 2, fields: ["a = …", "b = …"] },
  wrong: "with draft = on, a and b are missing", right: "add a = … and b = …",
};

async function said(language: "en" | "da", problem: Problem): Promise<string> {
  const [{ speak }, { told }] = [await import("../src/words/words.svelte"), await import("../src/problems/problems.svelte")];
  await speak(language);
  const both = (): string => Object.values(told(problem)).join("; ");
  if (language !== "en") await vi.waitUntil(() => both() !== `${problem.wrong}; ${problem.right}` && !both().includes("write"));
  return both();
}

describe("problems in words", () => {
  it("are made from their kind and values", async () => {
    expect(await said("da", RANGE)).toBe("159.9 er uden for grænserne; skriv et tal fra -90 til 90");
    expect(await said("da", MISSING)).toBe("med draft = on: a og b mangler; tilføj a = … og b = …");
  });

  it("are in English as the service tells them", async () => {
    expect(await said("en", RANGE)).toBe("159.9 is out of range; write a number from -90 to 90");
    expect(await said("en", MISSING)).toBe("with draft = on, a and b are missing; add a = … and b = …");
  });

  it("call a field of a file by its name in the editor", async () => {
    const few: Problem = { ...RANGE, wrong: "0 tickets, but 5 players need 15 at the start", right: "add 15 tickets, or lower start_tickets or players" };
    const [{ speak }, { told }] = [await import("../src/words/words.svelte"), await import("../src/editor/problems")];
    await speak("en");
    await vi.waitUntil(() => told(few).right === "add 15 tickets, or lower First deal or players");
  });
});

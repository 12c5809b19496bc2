/** What all draws of a game follow from; the secret is empty until the game is over. */
export interface Fairness {
  table: string;
  commitment: string;
  numbers: string[];
  secret: string;
}

/** One draw: its number, what could come with which weight, and what came. */
export interface Draw {
  k: number;
  came: string;
  outcomes: [string, number][];
}

/** What the check found: how many draws are right, or the first that is not; 0 if the secret itself is another. */
export type Verdict = { right: number } | { wrong: number };

const WORD = 1n << 64n;

/** A number of one's own from which the draws follow too. */
export const randomNumber = (): string => hex(crypto.getRandomValues(new Uint8Array(32)));

/** Whether this browser can check draws: only pages that came safely, or from this computer, may. */
export const canCheck = (): boolean => typeof crypto.subtle !== "undefined";

/** Work every draw out again, as docs/fairness.md says. */
export async function checkDraws({ table, commitment, numbers, secret }: Fairness, draws: Draw[]): Promise<Verdict> {
  const told = await crypto.subtle.digest("SHA-256", bytes(`branchline fair 1 ${table} ${secret}`));
  if (hex(new Uint8Array(told)) !== commitment) return { wrong: 0 };
  const key = await hmac(fromHex(secret), [commitment, ...numbers.map((number) => number || "-")].join(" "));
  for (const draw of draws) if ((await drawn(key, draw)) !== draw.came) return { wrong: draw.k };
  return { right: draws.length };
}

async function drawn(key: Uint8Array<ArrayBuffer>, { k, outcomes }: Draw): Promise<string | undefined> {
  const total = BigInt(outcomes.reduce((sum, [, weight]) => sum + weight, 0));
  for (let attempt = 0; total > 0n; attempt++) {
    const number = BigInt(`0x${hex((await hmac(key, `${k} ${attempt}`)).slice(0, 8))}`);
    if (number >= WORD - (WORD % total)) continue;
    let left = Number(number % total);
    return outcomes.find(([, weight]) => (left -= weight) < 0)?.[0];
  }
  return undefined;
}

async function hmac(secret: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)));
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
const hex = (data: Uint8Array): string => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

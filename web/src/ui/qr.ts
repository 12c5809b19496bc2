/** QR codes (ISO/IEC 18004) of short texts: bytes, error correction M, the smallest of the versions 1 to 15 that fits. */

// For each version: bytes of correction in a block, then how many blocks hold how many bytes of data.
const BLOCKS: readonly (readonly [number, ...(readonly [number, number])[]])[] = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
  [30, [1, 50], [4, 51]],
  [22, [6, 36], [2, 37]],
  [22, [8, 37], [1, 38]],
  [24, [4, 40], [5, 41]],
  [24, [5, 41], [5, 42]],
];
const CENTRES = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50], [6, 30, 54], [6, 32, 58], [6, 34, 62],
  [6, 26, 46, 66], [6, 26, 48, 70],
];

type Grid = (boolean | null)[][];

/** The dark and light squares of a text's code, row by row; null if it is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, i) => bytes.length + (i < 9 ? 2 : 3) <= room(i + 1)) + 1;
  if (!version) return null;
  const words = interleaved(version, packed(bytes, version));
  let best: boolean[][] = [];
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const grid = drawn(version, words, mask);
    const cost = penalty(grid);
    if (cost < least) [best, least] = [grid, cost];
  }
  return best;
}

const blocksOf = (version: number): (readonly [number, number])[] => (BLOCKS[version - 1]?.slice(1) ?? []) as (readonly [number, number])[];
const room = (version: number): number => blocksOf(version).reduce((sum, [n, size]) => sum + n * size, 0);

function packed(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const add = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  add(4, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  add(0, Math.min(4, room(version) * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, i) => bits.slice(i * 8, i * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0xec; words.length < room(version); pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

const POWERS: number[] = [];
const LOGS: number[] = [];
for (let i = 0, x = 1; i < 255; i++) {
  POWERS[i] = x;
  LOGS[x] = i;
  x = x & 128 ? (x << 1) ^ 0x11d : x << 1;
}
const times = (a: number, b: number): number => (a && b ? (POWERS[((LOGS[a] ?? 0) + (LOGS[b] ?? 0)) % 255] ?? 0) : 0);

/** The remainder of the data divided by the generator of a Reed–Solomon code. */
function correction(data: number[], length: number): number[] {
  let generator = [1];
  for (let i = 0; i < length; i++) {
    const root = POWERS[i] ?? 0;
    generator = [...generator, 0].map((value, at) => value ^ times(generator[at - 1] ?? 0, root));
  }
  const rest = [...data, ...Array<number>(length).fill(0)];
  data.forEach((_, i) => {
    const factor = rest[i] ?? 0;
    generator.forEach((value, at) => (rest[i + at] = (rest[i + at] ?? 0) ^ times(value, factor)));
  });
  return rest.slice(data.length);
}

function interleaved(version: number, words: number[]): number[] {
  const data: number[][] = [];
  let at = 0;
  for (const [n, size] of blocksOf(version))
    for (let i = 0; i < n; i++, at += size) data.push(words.slice(at, at + size));
  const checks = data.map((block) => correction(block, BLOCKS[version - 1]?.[0] ?? 0));
  const woven = (blocks: number[][]): number[] =>
    Array.from({ length: Math.max(...blocks.map((block) => block.length)) }, (_, i) => blocks.flatMap((block) => block[i] ?? [])).flat();
  return [...woven(data), ...woven(checks)];
}

const MASKS: ((y: number, x: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

function drawn(version: number, words: number[], mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const set = (y: number, x: number, dark: boolean): void => {
    const row = grid[y];
    if (row && x >= 0 && x < size) row[x] = dark;
  };
  for (const [top, left] of [[3, 3], [3, size - 4], [size - 4, 3]] as const)
    for (let y = -4; y <= 4; y++) for (let x = -4; x <= 4; x++) set(top + y, left + x, ![2, 4].includes(Math.max(Math.abs(y), Math.abs(x))));
  const centres = CENTRES[version - 1] ?? [];
  for (const top of centres)
    for (const left of centres) {
      if (grid[top]?.[left] !== null) continue; // a finder is there
      for (let y = -2; y <= 2; y++) for (let x = -2; x <= 2; x++) set(top + y, left + x, Math.max(Math.abs(y), Math.abs(x)) !== 1);
    }
  for (let i = 8; i < size - 8; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  formats(set, size, mask);
  if (version > 6) versions(set, size, version);
  fill(grid, words, MASKS[mask] ?? (() => false));
  return grid as boolean[][];
}

type Set = (y: number, x: number, dark: boolean) => void;

/** Bits with the remainder of their division, as the formats and versions are written. */
function protectedBits(value: number, generator: number, length: number): number {
  let rest = value << length;
  for (let bit = 31; bit >= length; bit--) if ((rest >>> bit) & 1) rest ^= generator << (bit - length);
  return (value << length) | rest;
}

function formats(set: Set, size: number, mask: number): void {
  const bits = protectedBits(mask, 0x537, 10) ^ 0x5412; // correction M is 00
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    set(i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, 8, dark);
    set(8, i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i, dark);
  }
  set(size - 8, 8, true);
}

function versions(set: Set, size: number, version: number): void {
  const bits = protectedBits(version, 0x1f25, 12);
  for (let i = 0; i < 18; i++) {
    const dark = ((bits >> i) & 1) === 1;
    set(Math.floor(i / 3), size - 11 + (i % 3), dark);
    set(size - 11 + (i % 3), Math.floor(i / 3), dark);
  }
}

/** Lay the bits in pairs of columns, up and down, from the right; what is left over is light, as the mask turns it. */
function fill(grid: Grid, words: number[], masked: (y: number, x: number) => boolean): void {
  const size = grid.length;
  let bit = 0;
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2, upwards = !upwards) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = upwards ? size - 1 - step : step;
      const row = grid[y] ?? [];
      for (const x of [right, right - 1]) {
        if (row[x] !== null) continue;
        row[x] = ((((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1) !== masked(y, x);
        bit += 1;
      }
    }
  }
}

/** How hard a code is to read: long runs, blocks, patterns like a finder, more dark than light. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((row) => row[x] ?? false));
  let cost = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) cost += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) if (["10111010000", "00001011101"].includes(text.slice(i, i + 11))) cost += 40;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const here = grid[y]?.[x];
      if (here === grid[y - 1]?.[x] && here === grid[y]?.[x - 1] && here === grid[y - 1]?.[x - 1]) cost += 3;
    }
  const dark = grid.flat().filter(Boolean).length / size ** 2;
  return cost + Math.floor(Math.abs(dark * 20 - 10)) * 10;
}

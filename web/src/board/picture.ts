import type { Plan } from "../game/types";
import type { Camera, Size } from "./camera";

/** A painted part of the map: its corner on the map, its scale, its size on the screen at that scale. */
export interface Picture {
  x: number;
  y: number;
  k: number;
  width: number;
  height: number;
}

export const PAINTS = [
  "sea", "shore-1", "shore-2", "shore-3", "home", "other", "lake", "coast", "border", "rail", "bed", "lining", "portal", "band", "wave",
] as const;
export type Paints = Record<(typeof PAINTS)[number], string>;

/** What a painter is asked for, and what it gives. */
export interface Order {
  name: "far" | "near";
  plan: Pick<Plan, "width" | "height" | "ground" | "tracks">;
  picture: Picture;
  /** Dots of the screen in a pixel. */
  ratio: number;
  paints: Paints;
}
export interface Painted {
  name: "far" | "near";
  picture: Picture;
  bitmap: ImageBitmap;
}

/** How far the ground goes on around the board, as in `tools/coastlines.py`, and over how much of that it fades out. */
export const BEYOND = { x: 560, y: 320 };
export const FADE = 150;

const MOST = 3e6; // px of the picture of everything
const ROOM = 0.2; // of the screen, around it

/** Everything, coarse: what is seen beyond the near picture until the board stands still again. */
export function far(board: Size): Picture {
  const [width, height] = [board.width + 2 * BEYOND.x, board.height + 2 * BEYOND.y];
  const k = Math.min(1, Math.sqrt(MOST / (width * height)));
  return { x: -BEYOND.x, y: -BEYOND.y, k, width: Math.round(width * k), height: Math.round(height * k) };
}

/** What is on the screen, as sharp as it can be, with some room to move; on whole pixels. */
export function near(camera: Camera, screen: Size): Picture {
  const [across, down] = [Math.round(screen.width * ROOM), Math.round(screen.height * ROOM)];
  return {
    x: (-across - camera.left) / camera.k,
    y: (-down - camera.top) / camera.k,
    k: camera.k,
    width: screen.width + 2 * across,
    height: screen.height + 2 * down,
  };
}

/** Whether a picture shows all that is on the screen, in its scale. */
export function covers(picture: Picture, camera: Camera, screen: Size): boolean {
  const [left, top] = [camera.left + picture.x * camera.k, camera.top + picture.y * camera.k];
  return picture.k === camera.k && left <= 0 && top <= 0 && left + picture.width >= screen.width && top + picture.height >= screen.height;
}

export const placed = (picture: Picture, camera: Camera): string =>
  `translate(${camera.left + picture.x * camera.k}px, ${camera.top + picture.y * camera.k}px) scale(${camera.k / picture.k})`;

/** Where the map lies on the screen: a point of the map at (x, y) is shown at (x·k + left, y·k + top). */
export interface Camera {
  left: number;
  top: number;
  k: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Size {
  width: number;
  height: number;
}

export const NEAREST = 4;

/** The camera that shows a box of the map as large as it fits, inside the free part of the screen. */
export function fit(box: Box, free: Box, most = NEAREST): Camera {
  const k = Math.min(free.width / box.width, free.height / box.height, most);
  return {
    k,
    left: free.x + (free.width - box.width * k) / 2 - box.x * k,
    top: free.y + (free.height - box.height * k) / 2 - box.y * k,
  };
}

/** The camera zoomed by a factor, with the map under one point of the screen standing still. */
export function zoomAt(camera: Camera, factor: number, x: number, y: number, least: number): Camera {
  const k = Math.min(NEAREST, Math.max(least, camera.k * factor));
  const by = k / camera.k;
  return { k, left: x - (x - camera.left) * by, top: y - (y - camera.top) * by };
}

/** The camera moved so that the middle of the screen stays on the map. */
export function kept(camera: Camera, map: Size, screen: Size): Camera {
  const { k } = camera;
  const within = (value: number, size: number, room: number): number =>
    Math.min(room * 0.65, Math.max(room * 0.35 - size * k, value));
  return { k, left: within(camera.left, map.width, screen.width), top: within(camera.top, map.height, screen.height) };
}

/** The camera moved so that it shows no more beside a box of the map than it must; a box that fits lies in the middle. */
export function filled(camera: Camera, box: Box, free: Box): Camera {
  const { k } = camera;
  const along = (value: number, start: number, size: number, from: number, room: number): number => {
    const [least, most] = [from + room - (start + size) * k, from - start * k];
    return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, value));
  };
  return { k, left: along(camera.left, box.x, box.width, free.x, free.width), top: along(camera.top, box.y, box.height, free.y, free.height) };
}

/** How far the map must move on the screen to show a box of it inside the free part; nothing if it is there. */
export function outside({ left, top, k }: Camera, box: Box, free: Box): { x: number; y: number } {
  const along = (start: number, size: number, from: number, room: number): number =>
    size > room ? from + room / 2 - (start + size / 2) : start < from ? from - start : Math.min(0, from + room - start - size);
  return { x: along(box.x * k + left, box.width * k, free.x, free.width), y: along(box.y * k + top, box.height * k, free.y, free.height) };
}

/** The smallest box around points, with some room. */
export function around(points: { x: number; y: number }[], room: number): Box {
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const x = Math.min(...xs) - room;
  const y = Math.min(...ys) - room;
  return { x, y, width: Math.max(...xs) + room - x, height: Math.max(...ys) + room - y };
}

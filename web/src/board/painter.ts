/**
 * A worker that paints the ground and the tracks of a board. That takes longer than a frame; here nobody waits for it,
 * neither the page nor what puts its layers together.
 */
import type { Plan, Track } from "../game/types";
import { BEYOND, FADE, type Order, type Painted, type Paints } from "./picture";

type Pen = OffscreenCanvasRenderingContext2D;

onmessage = ({ data }: MessageEvent<Order>) => {
  const { name, plan, picture, ratio, paints } = data;
  const canvas = new OffscreenCanvas(Math.round(picture.width * ratio), Math.round(picture.height * ratio));
  const pen = canvas.getContext("2d", { alpha: false });
  if (!pen) return;
  pen.fillStyle = paints.sea;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const k = picture.k * ratio;
  pen.setTransform(k, 0, 0, k, -picture.x * k, -picture.y * k);
  pen.lineJoin = "round";
  ground(pen, plan.ground, paints);
  fade(pen, plan, paints.sea);
  for (const track of plan.tracks) lay(pen, track, paints);
  const bitmap = canvas.transferToImageBitmap();
  const painted: Painted = { name, picture, bitmap };
  postMessage(painted, { transfer: [bitmap] });
};

function ground(pen: Pen, parts: Plan["ground"], paints: Paints): void {
  const shore = new Path2D(parts.shore ?? "");
  pen.lineCap = "round";
  stroke(pen, shore, paints["shore-1"], 30);
  stroke(pen, shore, paints["shore-2"], 18);
  stroke(pen, shore, paints["shore-3"], 8);
  pen.lineCap = "butt";
  for (const [d, paint] of [[parts.other, paints.other], [parts.home, paints.home], [parts.lakes, paints.lake]] as const) {
    const land = new Path2D(d ?? "");
    pen.fillStyle = paint;
    pen.fill(land);
    stroke(pen, land, paints.coast, 0.7);
  }
  pen.setLineDash([5, 2.5, 1.2, 2.5]);
  stroke(pen, new Path2D(parts.borders ?? ""), paints.border, 0.9);
  pen.setLineDash([]);
}

/** The known ground ends somewhere beyond the board: there it sinks into the sea. */
function fade(pen: Pen, { width, height }: Order["plan"], sea: string): void {
  const [left, top, right, bottom] = [-BEYOND.x, -BEYOND.y, width + BEYOND.x, height + BEYOND.y];
  const edges = [[left, 0, 1, 0], [right, 0, -1, 0], [0, top, 0, 1], [0, bottom, 0, -1]] as const;
  for (const [x, y, inX, inY] of edges) {
    const depth = pen.createLinearGradient(x, y, x + inX * FADE, y + inY * FADE);
    depth.addColorStop(0, sea);
    depth.addColorStop(1, `${sea}00`);
    pen.fillStyle = depth;
    pen.fillRect(left - 50, top - 50, right - left + 100, bottom - top + 100);
  }
}

/** The rail, the bed of a tunnel, the band of a ferry. */
function lay(pen: Pen, track: Track, paints: Paints): void {
  stroke(pen, new Path2D(track.rail), paints.rail, 2);
  if (track.bed) {
    const bed = new Path2D(track.bed);
    stroke(pen, bed, paints.bed, track.width + 7.2);
    pen.setLineDash([5.2, 1.5]);
    stroke(pen, bed, paints.lining, track.width + 7.2);
    pen.setLineDash([]);
    stroke(pen, bed, paints.bed, track.width + 2);
    pen.lineCap = "round";
    stroke(pen, new Path2D(track.portals), paints.portal, 2.6);
    pen.lineCap = "butt";
  }
  if (track.band) {
    const band = new Path2D(track.band);
    pen.fillStyle = paints.band;
    pen.fill(band);
    stroke(pen, band, paints.wave, 1.3);
  }
}

function stroke(pen: Pen, path: Path2D, paint: string, width: number): void {
  pen.strokeStyle = paint;
  pen.lineWidth = width;
  pen.stroke(path);
}

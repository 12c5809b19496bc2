import { colourOf } from "./pieces.svelte";

export const wagonShape = (seat: number, length: number, height: number): string => shapeOf(colourOf(seat), length, height);
export const wagonMark = (seat: number): string => markOf(colourOf(seat));

/** Outline of a wagon, centred; every colour has a shape of its own, so that colour is never needed alone. */
export function shapeOf(colour: number, length: number, height: number): string {
  const x = length / 2;
  const y = height / 2;
  switch (colour) {
    case 0:
      return `M${-x + y} ${-y}H${x - y}A${y} ${y} 0 0 1 ${x - y} ${y}H${-x + y}A${y} ${y} 0 0 1 ${-x + y} ${-y}Z`;
    case 1:
      return `M${-x} ${-y}H${x}V${y}H${-x}Z`;
    case 2:
      return `M${-x} 0L${-x + 5.5} ${-y}H${x - 5.5}L${x} 0L${x - 5.5} ${y}H${-x + 5.5}Z`;
    case 3:
      return `M${-x} ${-y}H${x}V-3A3 3 0 0 0 ${x} 3V${y}H${-x}V3A3 3 0 0 0 ${-x}-3Z`;
    case 4:
      return `M${-x} ${-y}H-1.2V${y}H${-x}ZM1.2 ${-y}H${x}V${y}H1.2Z`;
    default:
      return `M${-x + 3} ${-y}H${x - 3}L${x} ${-y + 3}V${y - 3}L${x - 3} ${y}H${-x + 3}L${-x} ${y - 3}V${-y + 3}Z`;
  }
}

export function markOf(colour: number): string {
  switch (colour) {
    case 0:
      return "M-7.5-2.9H7.5V-1.1H-7.5ZM-7.5 1.1H7.5V2.9H-7.5Z";
    case 1:
      return "M-7.2-4.6H-5.2V4.6H-7.2ZM-1-4.6H1V4.6H-1ZM5.2-4.6H7.2V4.6H5.2Z";
    case 2:
      return "M0-3.8 5 0 0 3.8-5 0Z";
    case 3:
      return "M-6 0A2 2 0 1 0-2 0A2 2 0 1 0-6 0ZM2 0A2 2 0 1 0 6 0A2 2 0 1 0 2 0Z";
    case 4:
      return "M-11-4.4 -9.2-5.2-3.6 4.2-5.4 5ZM3.8-4.4 5.6-5.2 11.2 4.2 9.4 5Z";
    default:
      return "M-1 -4H1V4H-1Z";
  }
}

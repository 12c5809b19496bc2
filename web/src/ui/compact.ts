/** Whether a screen has too little room for panels beside each other: a phone, or a small window with large letters. */
export function isCompact(width: number, height: number): boolean {
  const letters = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
  return width < 1100 * letters || height < 620 * Math.min(letters, 1.3);
}

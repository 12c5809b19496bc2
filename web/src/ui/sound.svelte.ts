/** Small sounds, made here and off until somebody turns them on. */
const state = $state({ on: localStorage.getItem("branchline.sound") === "on" });
let context: AudioContext | null = null;

export const soundOn = (): boolean => state.on;

export function toggleSound(): void {
  state.on = !state.on;
  localStorage.setItem("branchline.sound", state.on ? "on" : "off");
  if (state.on) chime("card");
}

const NOTES = { card: [660], claim: [440, 554, 659], turn: [523, 784], end: [523, 659, 784, 1047] } as const;

export function chime(what: keyof typeof NOTES): void {
  if (!state.on) return;
  context ??= new AudioContext();
  const start = context.currentTime;
  NOTES[what].forEach((pitch, i) => {
    if (!context) return;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    tone.type = "triangle";
    volume.gain.setValueAtTime(0.08, start + i * 0.09);
    volume.gain.exponentialRampToValueAtTime(0.001, start + i * 0.09 + 0.22);
    tone.connect(volume).connect(context.destination);
    tone.start(start + i * 0.09);
    tone.stop(start + i * 0.09 + 0.25);
  });
}

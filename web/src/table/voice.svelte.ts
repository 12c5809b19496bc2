/** What is told to those who listen: sentence after sentence, the newest last. */
export class Voice {
  spoken = $state.raw<{ key: number; text: string }[]>([]);
  #sentences = 0;
  #asked = "";

  say(text: string): void {
    if (text) this.spoken = [...this.spoken.slice(-5), { key: (this.#sentences += 1), text }];
  }

  /** Say what is asked, once in a turn. */
  ask(text: string, turn: number): void {
    const asked = text && `${turn} ${text}`;
    if (asked && asked !== this.#asked) this.say(text);
    this.#asked = asked;
  }

  /** Forget what was said, so that the next one at this device does not hear it. */
  hush(): void {
    this.spoken = [];
    this.#asked = "";
  }
}

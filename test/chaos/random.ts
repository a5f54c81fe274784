/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function between(random: Random, least: number, most: number): number {
  return least + random() * (most - least);
}

/** @throws {Error} where there is nothing to choose from. */
export function oneOf<Choice>(random: Random, choices: readonly Choice[]): Choice {
  if (choices.length === 0) throw new Error('There is nothing to choose from.');
  return choices[Math.floor(random() * choices.length)] as Choice;
}

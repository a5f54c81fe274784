import { createHash } from 'node:crypto';

/**
 * A generator of uniform random numbers from 0 (inclusive) to 1 (exclusive), reproducible by its seed. Algorithm:
 * sfc32, from PractRand.
 */
export function randomNumbers(seed: string): () => number {
  const hash = createHash('sha256').update(seed).digest();
  let [a, b, c, counter] = [0, 4, 8, 12].map((offset) => hash.readInt32LE(offset)) as [
    number,
    number,
    number,
    number,
  ];
  return () => {
    const value = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + value;
    c |= 0;
    return (value >>> 0) / 2 ** 32;
  };
}

/** A random integer from 0 to `count − 1`. */
export const below = (random: () => number, count: number) => Math.floor(random() * count);

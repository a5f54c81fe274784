import { setTimeout as delay } from 'node:timers/promises';

const patienceMs = 45_000;

/** Looks again and again until what it sees is right, and gives that. @throws what `say` says when it never is. */
export async function until<Seen>(
  look: () => Promise<Seen>,
  isRight: (seen: Seen) => boolean,
  say: (seen: Seen) => string,
): Promise<Seen> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const seen = await look();
    if (isRight(seen)) return seen;
    if (performance.now() > end) throw new Error(say(seen));
    await delay(100);
  }
}

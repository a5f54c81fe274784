import { between, createRandom, oneOf } from './random.ts';

export const columns = ['embedded', 'production'] as const;
export type Column = (typeof columns)[number];

/** What a fault does to what it hits. */
type Way =
  /** SIGKILL. */
  | 'kill'
  /** SIGSTOP, and SIGCONT at the end. */
  | 'stop'
  /** Connections are reset, and new ones refused. */
  | 'refuse'
  /** Connections stay open, and nothing arrives. */
  | 'hang'
  /** Answers are cut, with their connection, after some bytes. */
  | 'cut'
  /** The connections that are open are reset. */
  | 'drop'
  /** Every part of a request or an answer comes later. */
  | 'slow'
  /** No byte is left on the disk. */
  | 'full'
  /** Less is left on the disk than Baton asks for. */
  | 'low';

export type Fault = {
  number: number;
  target: string;
  way: Way;
  /** From the beginning of the fault before it. */
  afterMs: number;
  /** How long it lasts; 0 where it has no end of its own. */
  forMs: number;
};

/** The longest that each way lasts, in milliseconds, and 0 for what is over at once. */
const longestMs = {
  kill: 0,
  drop: 0,
  stop: 12_000,
  refuse: 15_000,
  hang: 12_000,
  cut: 8_000,
  slow: 10_000,
  full: 6_000,
  low: 6_000,
} satisfies Record<Way, number>;
const shortestMs = 500;

const network = ['refuse', 'hang', 'cut', 'drop', 'slow'] as const;
const process = ['kill', 'stop'] as const;

/** What can be hit, how, and how often compared with the others. */
const targets = {
  embedded: {
    /** Everything at once, as a power cut. */
    all: { ways: ['kill'], weight: 2 },
    /** `npm`, which alone was started. */
    npm: { ways: ['kill'], weight: 1 },
    /** The process that does the work; the one before it starts it again. */
    baton: { ways: process, weight: 4 },
    temporal: { ways: process, weight: 3 },
    provider: { ways: network, weight: 5 },
    receiver: { ways: network, weight: 2 },
    disk: { ways: ['full', 'low'], weight: 2 },
  },
  production: {
    api: { ways: process, weight: 2 },
    'worker-1': { ways: process, weight: 3 },
    'worker-2': { ways: process, weight: 3 },
    postgres: { ways: network, weight: 4 },
    redis: { ways: network, weight: 3 },
    temporal: { ways: network, weight: 4 },
    provider: { ways: network, weight: 4 },
    receiver: { ways: network, weight: 2 },
  },
} satisfies Record<Column, Record<string, { ways: readonly Way[]; weight: number }>>;

/**
 * Which faults happen, in their order: the same for the same seed. What a target suffers ends before it is hit again;
 * faults of different targets overlap.
 * @param options.without targets that this machine cannot have, such as a disk to fill.
 */
export function planFaults(options: {
  seed: number;
  column: Column;
  faults: number;
  minutes: number;
  without?: readonly string[];
}): Fault[] {
  const { seed, column, faults: count, minutes, without = [] } = options;
  const random = createRandom(seed);
  const usable = Object.entries(targets[column]).filter(([target]) => !without.includes(target));
  const gapMs = (minutes * 60_000) / Math.max(1, count);
  const freeAtMs = new Map<string, number>();
  let atMs = 0;
  return Array.from({ length: count }, (_, index): Fault => {
    let afterMs = Math.round(between(random, 0.5, 1.5) * gapMs);
    const beganMs = atMs;
    const freeFirst = Math.min(...usable.map(([target]) => freeAtMs.get(target) ?? 0));
    // Where every target is down, the next fault waits for the first that is back.
    afterMs = Math.max(afterMs, freeFirst - beganMs);
    atMs = beganMs + afterMs;
    const free = usable.filter(([target]) => (freeAtMs.get(target) ?? 0) <= atMs);
    const [target, { ways }] = oneOf(
      random,
      free.flatMap((entry) => Array.from({ length: entry[1].weight }, () => entry)),
    );
    const way = oneOf<Way>(random, ways);
    const most = longestMs[way];
    // Short outages are more frequent than long ones.
    const forMs = most && Math.round(shortestMs + random() ** 2 * (most - shortestMs));
    freeAtMs.set(target, atMs + forMs);
    return { number: index + 1, target, way, afterMs, forMs };
  });
}

import type { Result } from '../measurement.ts';
import { median, quantile } from '../support/statistics.ts';
import type { FilmShown } from './film.ts';
import type { FirstLoad } from './first-load.ts';
import { framesText, together } from './frames.ts';
import type { Frames, Gestures } from './frames.ts';
import type { Opened } from './large-pipeline.ts';
import type { LongRun } from './long-run.ts';
import type { Typing } from './typing.ts';

/** @param loads in the order in which they were made. */
export function firstLoadResults(loads: readonly FirstLoad[]): Result[] {
  const { requests } = loads[0]!;
  const paintsMs = loads.map(({ paintMs }) => paintMs);
  const headingsMs = loads.map(({ headingMs }) => headingMs);
  const kilobytes = loads.map((load) => load.kilobytes);
  return [
    {
      name: 'first load of /runs, page shown',
      figure: median(headingsMs),
      unit: 'ms',
      target: 1_000,
      spread: headingsMs,
      details: [
        `first contentful paint ${median(paintsMs).toFixed(0)} ms, on loopback with an empty cache`,
      ],
      samples: { headingsMs, paintsMs },
    },
    {
      name: 'first load of /runs, over the wire',
      figure: median(kilobytes),
      unit: 'kB',
      target: 250,
      spread: kilobytes,
      details: [`brotli, ${requests} requests, data and fonts included`],
      samples: { kilobytes },
    },
  ];
}

/**
 * @param made.smallMs what the same page takes for a few nodes; the first time, all is loaded.
 * @param made.plain the same gestures on a page that only moves as many boxes, made between the others.
 */
export function canvasResults(
  name: string,
  nodes: number,
  made: {
    opened: readonly Opened[];
    smallMs: readonly number[];
    plain: readonly Gestures[];
  },
): Result[] {
  const { opened, smallMs, plain } = made;
  const [first, ...again] = opened.map(({ openMs }) => openMs);
  return [
    {
      name: `${name} of ${nodes} nodes, opened`,
      figure: first!,
      unit: 'ms',
      target: 4_000,
      spread: [],
      details: [
        'until the cards are drawn, their layout included',
        `again, with the layout that was kept: ${median(again).toFixed(0)} ms, ${(median(again) / smallMs.at(-1)!).toFixed(1)} × as long as with a few nodes`,
      ],
      samples: { openMs: [first!, ...again], smallMs },
    },
    ...(['pan', 'zoom'] as const).map((gesture): Result => {
      const frames = together(opened.map(({ gestures }) => gestures[gesture]));
      const plainFrames = together(plain.map((gestures) => gestures[gesture]));
      const { between } = frames;
      const { between: plainBetween } = plainFrames;
      return {
        name: `${name} of ${nodes} nodes, ${gesture}`,
        figure: mean(between) / mean(plainBetween),
        unit: '×',
        target: 1.5,
        spread: opened.map(({ gestures }) => mean(gestures[gesture].between) / mean(plainBetween)),
        details: [
          'mean time between frames, to that of a page that moves as many plain boxes',
          `${framesText(between)}; ${processorText(frames)}`,
          `plain boxes: ${framesText(plainBetween)}; ${processorText(plainFrames)}`,
        ],
        samples: { [`${gesture}Ms`]: between, [`${gesture}PlainMs`]: plainBetween },
      };
    }),
  ];
}

/**
 * @param made.events that the run has told of, a beginning and an end for each step.
 * @param made.small the same for a run of a few events.
 */
export function longRunResults(
  name: string,
  made: {
    events: number;
    runs: readonly LongRun[];
    small: readonly LongRun[];
    details?: readonly string[];
  },
): Result[] {
  const { events, runs, small, details = [] } = made;
  // The first time, the page itself is loaded.
  const smallMs = small.slice(1).map((run) => run.usableMs);
  const smallMegabytes = median(small.map((run) => run.megabytes));
  const usableMs = runs.map((run) => run.usableMs);
  const completeMs = runs.map((run) => run.completeMs);
  const megabytes = runs.map((run) => run.megabytes);
  return [
    {
      name: `${name} of ${events} events, usable`,
      figure: median(usableMs),
      unit: 'ms',
      target: 2_000,
      spread: usableMs,
      details: [
        `until a click on a node was answered, ${(median(usableMs) / median(smallMs)).toFixed(1)} × as long as with few events`,
        `every step in the timeline after ${median(completeMs).toFixed(0)} ms`,
        ...details,
      ],
      samples: { usableMs, completeMs, smallMs },
    },
    {
      name: `${name} of ${events} events, memory`,
      figure: median(megabytes),
      unit: 'MB',
      target: 60,
      spread: megabytes,
      details: [
        `heap of the scripts after a collection; ${smallMegabytes.toFixed(1)} MB with few events`,
      ],
      samples: { megabytes },
    },
  ];
}

/** @param made.shown how often it was opened and scrubbed, the first time with all that is loaded. */
export function filmResults(name: string, { shown }: { shown: readonly FilmShown[] }): Result[] {
  const frames = together(shown.map((film) => film.frames));
  const paintsMs = shown.map(({ paintMs }) => paintMs);
  const cardsMs = shown.map((film) => film.cardsMs);
  return [
    {
      name: `film of ${name}, scrubbed`,
      figure: mean(frames.between),
      unit: 'ms',
      target: 1_000 / 30,
      spread: shown.map((film) => mean(film.frames.between)),
      details: [
        `mean time between frames; ${framesText(frames.between)}; ${processorText(frames)}`,
      ],
      samples: { scrubMs: frames.between },
    },
    {
      name: `film of ${name}, first paint`,
      figure: median(paintsMs),
      unit: 'ms',
      target: 1_000,
      spread: paintsMs,
      details: [`cards drawn after ${median(cardsMs).toFixed(0)} ms`],
      samples: { paintsMs, cardsMs },
    },
  ];
}

/** @param typing in the editor of a pipeline of so many nodes, by where one typed. */
export function typingResults(
  nodes: number,
  typing: ReadonlyMap<string, readonly Typing[]>,
): Result[] {
  return [...typing].map(([where, rounds]): Result => {
    const answeredMs = rounds.flatMap((round) => round.answeredMs);
    const processorMs = rounds.map((round) => round.processorMs);
    return {
      name: `editor of ${nodes} nodes, a key in ${where}`,
      figure: quantile(answeredMs, 0.95),
      unit: 'ms',
      target: 50,
      spread: rounds.map((round) => quantile(round.answeredMs, 0.95)),
      details: [
        `95 of 100 keys are answered by a paint within this; half within ${median(answeredMs).toFixed(0)} ms, all within ${Math.max(...answeredMs).toFixed(0)} ms`,
        `main thread ${median(processorMs).toFixed(1)} ms of a processor for each key, all that follows from it included`,
      ],
      samples: { answeredMs, processorMs },
    };
  });
}

/** How much of a processor the main thread took for a frame, which must be less than 16.7 ms. */
function processorText({ between, processorMs }: Frames): string {
  return `main thread ${(processorMs / between.length).toFixed(1)} ms of a processor a frame`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

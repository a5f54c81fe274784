import { setTimeout as pause } from 'node:timers/promises';
import { Context } from '@temporalio/activity';

// How the calls of this process stand beside each other: of those that a worker dies with, one alone may be the cause.

/** The longest that a call waits for its turn. */
const longestTurnMs = 30_000;
/** Temporal passes on at most one heartbeat a second. */
const heardAfterMs = 1_000;

let atWork = 0;
/** Those at work that take turns: more than one only where a turn did not come in time. */
let takingTurns = 0;
/** Those that have their turn or wait for it, and the end of the last of them. */
let inLine = 0;
let lastEnds: Promise<unknown> = Promise.resolve();

/** Does a call's work, and counts it meanwhile. */
export async function atWorkWith<Result>(work: () => Promise<Result>): Promise<Result> {
  atWork += 1;
  try {
    return await work();
  } finally {
    atWork -= 1;
  }
}

/** Whether others are at work that may be the cause too: of calls that take turns, only those that do count. */
export const hasOthersAtWork = ({ isInTurn }: { isInTurn: boolean }): boolean =>
  isInTurn ? takingTurns > 1 : atWork > 1;

/** What a call tells while it waits for its turn, and when it has it. */
type Waiting = {
  leftMs(): number;
  tellQueued(): void;
  beginTurn(): void;
  tellOpen(): void;
};

/** Does the work of a call that others of its kind must not be beside; it goes ahead where its turn does not come. */
export async function inTurn<Result>(
  waiting: Waiting,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = lastEnds;
  const isFirst = inLine === 0;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let isAtWork = false;
  inLine += 1;
  lastEnds = before.then(() => ended);
  try {
    if (isFirst) waiting.beginTurn();
    else if (await comesAfter(before, waiting)) {
      waiting.beginTurn();
      waiting.tellOpen();
      // Whoever makes it again is to know that it was not in the queue any more.
      await pause(heardAfterMs);
    }
    isAtWork = true;
    takingTurns += 1;
    return await work();
  } finally {
    if (isAtWork) takingTurns -= 1;
    inLine -= 1;
    end();
  }
}

/** Whether a turn comes in time, and nobody has stopped the call. */
async function comesAfter(before: Promise<unknown>, waiting: Waiting): Promise<boolean> {
  waiting.tellQueued();
  const timer = setInterval(waiting.tellQueued, heardAfterMs);
  const over = new AbortController();
  const signal = AbortSignal.any([Context.current().cancellationSignal, over.signal]);
  const longestMs = Math.min(longestTurnMs, waiting.leftMs() / 2);
  const tooLong = pause(longestMs, false, { signal }).catch(() => false);
  const isOurs = await Promise.race([before.then(() => true), tooLong]);
  clearInterval(timer);
  over.abort();
  return isOurs;
}

/**
 * Names one step of a run. The three together are its key: an activity that runs twice under the same
 * key has its effect once.
 */
export type StepKey = {
  runId: string;
  /** Ids from the run's root to the node, joined by `/`. */
  nodePath: string;
  /** Within the node: `tool`, `tool.size`, `turn-3`, `turn-3.call-1`. */
  step: string;
};

/** The three parts of a step's key as one text: `<run>/<node path>#<step>`. */
export function stepKeyText({ runId, nodePath, step }: StepKey): string {
  return `${runId}/${nodePath}#${step}`;
}

/** How long work took, in milliseconds: what agents' time limits count. Time in queues and between tries is not in it. */
export type Worked = { workedMs?: number };

/** Whose content something rests on, where others wrote it: see `Taint`. */
export type Marked = { outside?: string[] };

/**
 * A call that is to be made again later, under the same key, since it waits for something outside: the next bar, the limits
 * of a model, or what is away.
 */
export type CallWaiting = {
  status: 'waiting';
  retryAfterMs: number;
  reason: string;
  /** What does not respond, where that is what it waits for, such as `the database`; left out, nothing is wrong. */
  away?: string;
  /** Handed to the next try. */
  soFar?: CallSoFar;
};

/** What of the earlier tries of a call counts for the next. */
export type CallSoFar = {
  /** Set where one broke off that may have had its effect. */
  mayHaveRun?: true;
  /** Those that failed. */
  failures?: number;
  /** Those whose worker died. */
  deaths?: number;
};

/** What a call is told of its tries. */
export type CalledAgain = {
  soFar?: CallSoFar;
  /** Since when the call waits, in milliseconds since the epoch. */
  waitingSince?: number;
  /** From when on nobody waits for what is away, in the same way: such a try is the last. */
  givesUpAt?: number;
  /** How often it may fail; left out, as often as Temporal makes it again. */
  maximumAttempts?: number;
};

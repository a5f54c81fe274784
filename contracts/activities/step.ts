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

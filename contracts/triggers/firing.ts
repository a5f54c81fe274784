import type { TriggerKindName } from '../pipelines/triggers/kinds.ts';

/**
 * What became of a firing: `pending` until its run has started, `skipped` where none should, `failed` where none could, however
 * often it was tried.
 */
export const firingStatuses = ['pending', 'started', 'skipped', 'failed'] as const;
export type FiringStatus = (typeof firingStatuses)[number];

/** What fired a trigger: its kind, or a person who fired it by hand. */
export type FiringKind = TriggerKindName | 'manual';

/** Why there is a run, where a trigger started it. */
export type RunCause = {
  /** The trigger's id: `desk.every_morning`. */
  trigger: string;
  kind: FiringKind;
  /** The firing, which is in the history of the trigger. */
  firing: string;
  /** When it fired, ISO 8601; of a schedule, the time that it was set for. */
  at: string;
  /** Who fired it, where that was somebody. */
  by?: string;
};

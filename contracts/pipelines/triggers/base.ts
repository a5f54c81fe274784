import { z } from 'zod';
import { nodeBase, pinnedVersionSchema } from '../nodes/base.ts';

/** The fields that every trigger can have, whatever its kind. */
export const triggerBase = {
  /** Unique among triggers and nodes. */
  id: nodeBase.id,
  title: nodeBase.title,
  /**
   * The input of the run; its strings may hold `{{ expressions }}`, in which `event` is the event that fired the
   * trigger. Default: the defaults of the pipeline's inputs.
   */
  input: z.record(z.string(), z.json()).optional(),
  /** The number of the version that runs start with; left out, the live one, which this document is then. */
  version: pinnedVersionSchema,
  /** What to do if an earlier run of the trigger has not ended. */
  overlap: z.enum(['skip', 'bufferOne', 'bufferAll', 'cancelOther', 'allowAll']),
};

/** A trigger kind. */
export type TriggerKind<Schema extends z.ZodType = z.ZodType> = {
  title: string;
  description: string;
  schema: Schema;
  example: z.input<Schema>;
};

/** Keeps the literal types of a kind while its shape is checked. */
export function defineTriggerKind<Schema extends z.ZodType>(
  kind: TriggerKind<Schema>,
): TriggerKind<Schema> {
  return kind;
}

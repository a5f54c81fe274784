import { z } from 'zod';
import { durationBetween } from '../../base/duration-between.ts';
import { sideEffectsSchema } from '../../tools/side-effects-schema.ts';
import { defaultNodeSideEffects } from '../../tools/side-effects.ts';
import { ownWords } from '../../base/own-words.ts';
import { freeId, notAnIdentifier, reservedName } from './reserved-names.ts';

/** A time limit. */
export const durationSchema = durationBetween('1ms', '365d');

/** A CEL expression, such as `nodes.decide.output.action in ["buy", "sell"]`. */
export const expressionSchema = z
  .string()
  .min(1, ownWords('an expression cannot be empty', 'write an expression'));

/** The number of the version of a pipeline that is run; left out, the live one. */
export const pinnedVersionSchema = z.number().int().min(1).max(999_999_999).optional();

/** Any JSON value whose strings may hold `{{ expressions }}`. */
export const templateSchema = z.json();

/**
 * Who decides on the side effects of a node that runs tools. Default: a person, if the run has read untrusted
 * content.
 */
export const nodeSideEffectsSchema = sideEffectsSchema(
  defaultNodeSideEffects.policy,
  'Whether a person approves each call with a side effect (ask), only those that depend on untrusted content ' +
    'that no one has approved since (ask-after-outside), or none (allow)',
).optional();

/** The behavior during an outage of a database, model or server that the node needs. */
export const outageFields = {
  /** Whether a call waits until the outage is over, or fails. Default: it waits. */
  onOutage: z.enum(['wait', 'fail']).optional(),
  /** The longest that a call waits before it fails. Default: `fail` does not wait, `wait` has no limit. */
  outageTimeout: durationSchema.optional(),
};

/** The fields that every node can have, whatever its kind. */
export const nodeBase = {
  /** A CEL identifier: expressions name the node by it. */
  id: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, notAnIdentifier)
    .regex(freeId, reservedName)
    .max(64),
  title: z.string().min(1).max(120).optional(),
  /** The longest that the node may take, retries included. */
  timeout: durationSchema.optional(),
  ...outageFields,
  retry: z.strictObject({ maximumAttempts: z.number().int().min(1).max(20) }).optional(),
  /**
   * The effect of a failure of the node: end the run, continue with `nodes.<id>.error` set (an approval as
   * `rejected`, a condition as `no`), or leave through the port `error`.
   */
  onError: z.enum(['fail', 'continue', 'port']).default('fail'),
};

/**
 * A node kind. `ports` names the ways out, the default one first; the port `error` is added by
 * `onError: port` and is not listed.
 */
export type NodeKind<Schema extends z.ZodType = z.ZodType> = {
  title: string;
  description: string;
  schema: Schema;
  ports: readonly [string, ...string[]];
  example: z.input<Schema>;
};

/** Keeps the literal types of a kind while its shape is checked. */
export function defineNodeKind<Schema extends z.ZodType>(kind: NodeKind<Schema>): NodeKind<Schema> {
  return kind;
}

import { z } from 'zod';
import { budgetShape } from '../../models/budget.ts';
import { maximumRounds } from '../../base/run-limits.ts';
import {
  defineNodeKind,
  durationSchema,
  expressionSchema,
  nodeBase,
  pinnedVersionSchema,
  templateSchema,
} from './base.ts';
import { nodePorts } from './ports.ts';

/**
 * Runs another pipeline in rounds, each with the output of the one before, until a condition holds or a limit is
 * reached. Its output is `{ended, rounds, last}`: why it ended, how many rounds were completed, and the output of the
 * last one.
 */
export const loop = defineNodeKind({
  title: 'Loop',
  description: 'Repeats a pipeline until a condition holds, within limits',
  schema: z
    .strictObject({
      ...nodeBase,
      kind: z.literal('loop'),
      /** The pipeline that each round runs. */
      pipeline: z.string().min(1),
      version: pinnedVersionSchema,
      /** The input of each round. It may read `round.number`, and `round.?last`, the output of the round before. */
      inputs: templateSchema.default({}),
      /** An expression that ends the loop if it is true after a round; it may read `round.number` and `round.last`. */
      until: expressionSchema.optional(),
      maximumRounds: z.number().int().min(1).max(maximumRounds).default(10),
      /** The longest that the rounds may take together. */
      maximumTime: durationSchema.optional(),
      /** The most that the model calls of all rounds may cost, in US dollars. */
      maximumUsd: budgetShape.usd.optional(),
    })
    .omit({ retry: true, timeout: true }),
  ports: nodePorts.loop,
  example: {
    id: 'refine',
    kind: 'loop',
    pipeline: 'review-draft',
    inputs: { draft: "{{ round.?last.?draft.orValue('') }}" },
    until: 'round.last.approved',
    maximumRounds: 5,
  },
});

import { z } from 'zod';
import { nameList, timeLimit } from '../agents/fields.ts';
import { approvalTermFields } from './approval-terms-schema.ts';
import { agentPolicies, defaultSideEffects } from './side-effects.ts';
import type { StatedPolicy } from './side-effects.ts';

/** Who decides on the side effect of a tool that is called directly; a person, where nothing is said. */
export const directSideEffectsSchema = sideEffectsSchema(
  'ask',
  'ask: a person approves the call first. allow: the call runs at once',
).prefault({});

/**
 * Who decides on side effects, as an agent's profile and a pipeline's node say it.
 * @param policy that counts where none is stated.
 * @param about what the policy is of, for people.
 */
export function sideEffectsSchema(policy: StatedPolicy, about: string) {
  return z.strictObject({
    policy: z.enum(agentPolicies).default(policy).describe(about),
    approvers: nameList(20)
      .min(1)
      .default([...defaultSideEffects.approvers])
      .describe('Who can decide'),
    timeout: timeLimit
      .default(defaultSideEffects.timeout)
      .describe('How long to wait for a decision. After that, the call is rejected'),
    ...approvalTermFields,
  });
}

import { z } from 'zod';
import { approvalTermFields } from '../tools/approval-terms-schema.ts';
import { defaultSideEffects } from '../tools/side-effects.ts';
import { nameList, timeLimit } from './fields.ts';

/** Who must approve the plan of an agent before it works to it. */
export const planApprovalSchema = z.strictObject({
  approvers: nameList(20)
    .min(1)
    .describe(
      'Who must approve its plan before its first tool call, and again when its steps change',
    ),
  timeout: timeLimit
    .default(defaultSideEffects.timeout)
    .describe('How long to wait for a decision. After that, the agent fails'),
  ...approvalTermFields,
});

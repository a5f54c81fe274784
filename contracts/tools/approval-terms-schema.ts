import { z } from 'zod';
import { timeLimit } from '../agents/fields.ts';

const quorum = z.number().int().min(1).max(20).optional();

/** What approvals may say beside who decides and for how long; each left out, one person decides. */
export const approvalTermFields = {
  quorum: quorum.describe('How many different people must approve the same arguments. Default: 1'),
  remindAfter: timeLimit.optional().describe('When to remind the approvers. Default: never'),
  escalate: z
    .strictObject({
      after: timeLimit.describe('When others may also decide'),
      approvers: z
        .array(z.string().min(1))
        .min(1)
        .describe('Who may decide then, in addition to the approvers'),
      quorum: quorum.describe(
        'How many approvals from them are enough. Default: they count toward the quorum',
      ),
    })
    .optional()
    .describe('Who may also decide, if nobody has decided in time'),
};

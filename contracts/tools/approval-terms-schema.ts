import { z } from 'zod';
import { timeLimit } from '../agents/fields.ts';

const quorum = z.number().int().min(1).max(20).optional();

/** What approvals may say beside who decides and for how long; each left out, one person decides. */
export const approvalTermFields = {
  quorum: quorum.describe('How many different people must approve the same arguments. Default: 1'),
  remindAfter: timeLimit
    .optional()
    .describe('When the people who are asked are told once more. Default: never'),
  escalate: z
    .strictObject({
      after: timeLimit.describe('When others may decide as well'),
      approvers: z
        .array(z.string().min(1))
        .min(1)
        .describe('Who may decide then, beside the approvers'),
      quorum: quorum.describe(
        'How many of them suffice alone. Default: they count with the others',
      ),
    })
    .optional()
    .describe('Who may decide as well, if nobody has decided for long'),
};

import { z } from 'zod';
import { refusalReasons } from '../runs/decision.ts';
import {
  booleanQuery,
  instantSchema,
  jsonObjectSchema,
  jsonSchema,
  listOf,
  taintSchema,
  pageQuery,
} from './values.ts';

export const approvalStatuses = [
  'pending',
  'approved',
  'rejected',
  'expired',
  'withdrawn',
] as const;

export const approvalSchema = z
  .object({
    id: z.string(),
    runId: z.string(),
    run: z
      .object({
        pipeline: z.string(),
        title: z.string().nullable().describe('The title of the pipeline'),
        input: jsonObjectSchema,
        user: z.string().describe('Whom it runs for'),
        startedBy: z.string().nullable().describe('Who started it; null if an older version did'),
        instructedBy: z
          .array(z.string())
          .describe(
            'Who gave its agents instructions, or those of a run that it retries: they cannot approve',
          ),
      })
      .describe('How the run was started'),
    nodeId: z.string(),
    nodePath: z.string().describe("Node ids from the run's root, joined by `/`"),
    title: z.string(),
    show: jsonSchema.describe('What the approval is about'),
    tool: z
      .string()
      .nullable()
      .describe('The tool whose arguments can be changed; null if nothing can be changed'),
    args: jsonSchema.nullable().describe('The requested arguments'),
    hash: z
      .string()
      .describe(
        'SHA-256 of what the approval is about: `show`, and `args` if there are any; `tool` and `args` if an agent ' +
          'requests it',
      ),
    outside: taintSchema,
    status: z.enum(approvalStatuses),
    refusals: z
      .array(
        z.object({
          number: z.number(),
          at: instantSchema,
          by: z.string().describe('The sender that it claimed'),
          reason: z.enum(refusalReasons),
          detail: z.string().optional().describe('What was wrong with it'),
        }),
      )
      .describe('The first decisions that did not count, such as signals without the token'),
    approvers: z.array(z.string()),
    quorum: z.number().describe('How many different people must approve the same arguments'),
    approvedBy: z
      .array(z.string())
      .describe(
        'Who has approved so far, if more than one must: those whose approvals count together',
      ),
    voices: z
      .array(
        z.object({
          by: z.string(),
          at: instantSchema,
          comment: z.string().nullable(),
          via: z.enum(['api', 'signal']),
          args: jsonObjectSchema
            .nullable()
            .describe('The arguments approved instead of the requested ones'),
          hash: z.string().describe('SHA-256 of what was approved'),
          seenHash: z.string().nullable().describe('The hash that the decision named'),
        }),
      )
      .describe('Each approval of one person, if more than one must approve, oldest first'),
    escalation: z
      .object({
        at: instantSchema.describe('When they may also decide, if nobody has decided'),
        approvers: z.array(z.string()),
        quorum: z.number().optional().describe('How many approvals from them are enough'),
        isReached: z.boolean().describe('Whether they may decide already'),
      })
      .nullable()
      .describe('Who may also decide, if nobody has decided in time'),
    requestedAt: instantSchema,
    expiresAt: instantSchema,
    decision: z
      .object({
        by: z.string().nullable().describe('Null if the approval expired'),
        comment: z.string().nullable(),
        args: jsonObjectSchema
          .nullable()
          .describe('The arguments approved instead of the requested ones'),
        at: instantSchema.nullable(),
        via: z
          .enum(['api', 'signal'])
          .nullable()
          .describe('How it was sent; null if nobody decided, or an older version recorded it'),
        despite: z
          .array(z.string())
          .describe('What it was approved despite: why the call would have been refused then'),
        callError: z
          .string()
          .nullable()
          .describe('Why the approved call failed afterwards, such as an order that was denied'),
      })
      .nullable(),
  })
  .meta({ id: 'Approval' });
export type ApprovalView = z.infer<typeof approvalSchema>;

export const approvalPreviewSchema = z
  .object({
    facts: z
      .array(z.object({ label: z.string(), value: z.string(), warns: z.boolean().optional() }))
      .describe('Current facts about the call; `warns` marks reasons against it'),
    refusals: z
      .array(z.string())
      .describe('Each reason why the call would be refused now; empty if it would run'),
    revision: z
      .object({
        name: z.string().describe('The option of `baton approve` that applies it'),
        title: z.string(),
        args: jsonObjectSchema.describe('Approve with these `args`'),
      })
      .nullable()
      .describe('Arguments to approve instead, if the requested ones are out of date'),
  })
  .meta({ id: 'ApprovalPreview' });
export type ApprovalPreview = z.infer<typeof approvalPreviewSchema>;

export const approvalPreviewQuery = z.strictObject({
  args: z
    .string()
    .optional()
    .describe('All arguments as a JSON object, to preview instead of the requested ones'),
});

export const approvalListQuery = z.object({
  ...pageQuery,
  status: z.enum(approvalStatuses).optional(),
  runId: z.string().optional(),
  decided: booleanQuery
    .optional()
    .describe('Only approvals that are no longer pending, the newest decision first'),
});
export const approvalListSchema = listOf(approvalSchema, 'ApprovalList');

export const decisionsVerifiedSchema = z
  .object({
    valid: z.number().describe('Decisions with a valid signature'),
    unsigned: z.number().describe('Decisions that older versions recorded without a signature'),
    invalid: z
      .array(
        z.object({
          id: z.string(),
          runId: z.string(),
          status: z.enum(approvalStatuses),
          by: z.string().nullable(),
          at: instantSchema.nullable(),
          reason: z
            .enum(['changed', 'no-signature', 'unknown-key', 'unreadable'])
            .describe(
              '`changed`: the record is not what was signed. `no-signature`: the signature is missing. `unknown-key`: it was ' +
                'signed with a key that the API does not have. `unreadable`: it is encrypted with such a key',
            ),
        }),
      )
      .describe('Decisions that failed verification'),
  })
  .meta({ id: 'DecisionsVerified' });
export type DecisionsVerified = z.infer<typeof decisionsVerifiedSchema>;

export const approvalTokenSchema = z
  .object({
    token: z.string().describe('The token that a decision by signal must contain. Keep it secret'),
    command: z.string().describe('The `temporal` command that approves it'),
  })
  .meta({ id: 'ApprovalToken' });
export type ApprovalToken = z.infer<typeof approvalTokenSchema>;

export const decideApprovalSchema = z
  .strictObject({
    decision: z.enum(['approve', 'reject']),
    comment: z.string().min(1).max(2000).optional(),
    args: jsonObjectSchema
      .optional()
      .describe('All arguments, to approve instead of the requested ones'),
    hash: z
      .string()
      .max(100)
      .optional()
      .describe(
        'The `hash` of the approval that you saw. 409, with the current one, if it is different',
      ),
    despite: z
      .array(z.string().min(1).max(1000))
      .max(50)
      .optional()
      .describe('The `refusals` of the preview that you approve despite. They are kept on record'),
    token: z
      .string()
      .optional()
      .describe('The `token` of the approval, if you want it checked. 403 if it is wrong'),
  })
  .refine(({ decision, args }) => decision === 'approve' || args === undefined, {
    path: ['args'],
    message: 'omit args; only an approval can change arguments',
  })
  .meta({ id: 'DecideApproval' });

import { z } from 'zod';
import {
  instantSchema,
  jsonObjectSchema,
  jsonSchema,
  listOf,
  outsideSchema,
  pageQuery,
} from './values.ts';

const approvalStatuses = ['pending', 'approved', 'rejected', 'expired', 'withdrawn'] as const;

export const approvalSchema = z
  .object({
    id: z.string(),
    runId: z.string(),
    run: z
      .object({ pipeline: z.string(), title: z.string().nullable(), input: jsonObjectSchema })
      .describe('What the run was started as: its pipeline, the title of that, and its input'),
    nodeId: z.string(),
    nodePath: z.string().describe("Node ids from the run's root, joined by `/`"),
    title: z.string(),
    show: jsonSchema.describe('What is decided on'),
    tool: z
      .string()
      .nullable()
      .describe('The tool whose arguments can be changed; null where there is nothing to change'),
    args: jsonSchema.nullable().describe('The arguments that are asked for'),
    hash: z
      .string()
      .describe(
        'SHA-256 of what is decided on: `show`, and `args` where there are any; `tool` and `args` where an agent asks',
      ),
    outside: outsideSchema,
    status: z.enum(approvalStatuses),
    approvers: z.array(z.string()),
    requestedAt: instantSchema,
    expiresAt: instantSchema,
    decision: z
      .object({
        by: z.string().nullable().describe('Null where time decided'),
        comment: z.string().nullable(),
        args: jsonObjectSchema
          .nullable()
          .describe('What was approved in place of the arguments that were asked for'),
        at: instantSchema.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Approval' });
export type ApprovalView = z.infer<typeof approvalSchema>;

export const approvalListQuery = z.object({
  ...pageQuery,
  status: z.enum(approvalStatuses).optional(),
  runId: z.string().optional(),
});
export const approvalListSchema = listOf(approvalSchema, 'ApprovalList');

export const decideApprovalSchema = z
  .strictObject({
    decision: z.enum(['approve', 'reject']),
    comment: z.string().min(1).max(2000).optional(),
    args: jsonObjectSchema
      .optional()
      .describe('What is approved in place of the arguments that were asked for, all of them'),
  })
  .refine(({ decision, args }) => decision === 'approve' || args === undefined, {
    path: ['args'],
    message: 'leave it out: what is rejected is not changed',
  })
  .meta({ id: 'DecideApproval' });

import { z } from 'zod';
import { instantSchema, jsonSchema, listOf, pageQuery } from './values.ts';

const approvalStatuses = ['pending', 'approved', 'rejected', 'expired', 'withdrawn'] as const;

export const approvalSchema = z
  .object({
    id: z.string(),
    runId: z.string(),
    nodeId: z.string(),
    nodePath: z.string().describe("Node ids from the run's root, joined by `/`"),
    title: z.string(),
    show: jsonSchema.describe('What is decided on'),
    hash: z.string().describe('SHA-256 of `show`'),
    status: z.enum(approvalStatuses),
    approvers: z.array(z.string()),
    requestedAt: instantSchema,
    expiresAt: instantSchema,
    decision: z
      .object({
        by: z.string().nullable().describe('Null where time decided'),
        comment: z.string().nullable(),
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
  })
  .meta({ id: 'DecideApproval' });

import { z } from 'zod';
import { approvalSchema } from './approvals.ts';
import { conversationSchema } from './conversations.ts';
import { runSchema } from './runs.ts';
import { stepSchema } from './steps.ts';
import { instantSchema, listOf } from './values.ts';

export const newShareSchema = z
  .strictObject({
    expiresInDays: z.number().int().min(1).max(90).default(7).describe('How long it can be opened'),
  })
  .meta({ id: 'NewShare' });

const shareShape = {
  id: z.string(),
  createdBy: z.string(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  revokedAt: instantSchema.nullable(),
  usedAt: instantSchema.nullable().describe('When it was last opened'),
};
export const shareSchema = z.object(shareShape).meta({ id: 'Share' });
export type ShareView = z.infer<typeof shareSchema>;
export const createdShareSchema = z
  .object({
    ...shareShape,
    link: z.string().describe('Shown once: Baton keeps only a digest of its token'),
  })
  .meta({ id: 'CreatedShare' });
export type CreatedShare = z.infer<typeof createdShareSchema>;
export const shareListSchema = listOf(shareSchema, 'ShareList');

export const openShareSchema = z
  .strictObject({ token: z.string().min(1).max(200).describe('What follows the # in the link') })
  .meta({ id: 'OpenShare' });

/** What a link shows: what became of the run, and nothing of the installation that it ran on. */
export const sharedRunSchema = z
  .object({
    run: runSchema.pick({
      id: true,
      pipeline: true,
      title: true,
      status: true,
      user: true,
      input: true,
      output: true,
      error: true,
      outcome: true,
      effects: true,
      startedAt: true,
      endedAt: true,
      usage: true,
      costUsd: true,
      nodes: true,
    }),
    titles: z.record(z.string(), z.string()).describe('What people call its nodes'),
    steps: z.array(
      stepSchema.pick({
        nodePath: true,
        kind: true,
        label: true,
        status: true,
        input: true,
        output: true,
        error: true,
        startedAt: true,
        endedAt: true,
      }),
    ),
    approvals: z.array(
      approvalSchema.pick({ title: true, status: true, args: true, decision: true }),
    ),
    conversations: z.array(conversationSchema.pick({ nodePath: true, messages: true })),
    expiresAt: instantSchema,
  })
  .meta({ id: 'SharedRun' });
export type SharedRun = z.infer<typeof sharedRunSchema>;

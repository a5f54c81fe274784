import { z } from 'zod';
import { acting } from '../base/acting-user.ts';
import { ownWords } from '../base/own-words.ts';
import { userNameSchema } from '../base/user.ts';
import { instantSchema, pageQuery, taintSchema } from './values.ts';

/** A step that an agent remembers. */
export const memorySchema = z
  .object({
    id: z.string(),
    agent: z.string(),
    runId: z.string(),
    nodePath: z.string(),
    step: z.string(),
    user: z.string().describe('The user of the run'),
    task: z.string().describe('The beginning of the task that the step was part of'),
    text: z
      .string()
      .describe('The question and the finding. Untrusted: it may contain tool answers'),
    outside: taintSchema,
    at: instantSchema,
    asOf: instantSchema
      .nullable()
      .describe('The latest time that the memory is about; null if none'),
    embedding: z.string().describe('The embedding model of its vector, with the vector length'),
    recalls: z.number().int().describe('How often it was recalled for a task'),
    lastRecalledAt: instantSchema.nullable(),
    similarity: z
      .number()
      .nullable()
      .describe('Cosine similarity to the query; null without a query'),
  })
  .meta({ id: 'Memory' });
export type MemoryView = z.infer<typeof memorySchema>;

/** An agent's memory: how it stands, and a page of it. */
export const agentMemorySchema = z
  .object({
    agent: z.string(),
    store: z.string().describe('Where memories are stored'),
    embedding: z.object({
      name: z.string().describe('How texts are compared: an embedding model, or `lexical`'),
      notice: z.string().nullable().describe('Its limitation, if it has one'),
    }),
    entries: z.number().int(),
    comparable: z
      .number()
      .int()
      .describe('Memories stored with the current embedding model. A query does not find others'),
    maximum: z
      .number()
      .int()
      .describe('Above this number, Baton deletes the least valuable memories'),
    items: z.array(memorySchema),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'AgentMemory' });
export type AgentMemoryView = z.infer<typeof agentMemorySchema>;

const run = z
  .string()
  .regex(/^[\w-]+$/, ownWords('is not a run id', 'write an id from GET /api/v1/runs'))
  .describe('Only memories from this run');
const user = userNameSchema.describe('Only memories from runs of this user');

export const agentMemoryQuery = z.strictObject({
  ...pageQuery,
  limit: z.coerce.number().int().min(1).max(50).default(20).describe('Maximum number of items'),
  query: z.string().max(4_000).optional().describe('Most similar first. Without it, newest first'),
  user: acting(user.optional(), 'own or all'),
});

/** Strict: a mistyped field would forget everything. */
export const forgetMemoryQuery = z.strictObject({
  run: run.optional(),
  user: acting(user.optional(), 'own or all'),
});

/** What all agents forget: never everything. */
export const forgetEverywhereQuery = forgetMemoryQuery.refine(
  (scope) => scope.run !== undefined || scope.user !== undefined,
  { error: 'give run, user or both, to say which memories to delete' },
);

export const forgottenSchema = z
  .object({ forgotten: z.number().int().describe('How many memories were deleted') })
  .meta({ id: 'Forgotten' });

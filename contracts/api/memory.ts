import { z } from 'zod';
import { userNameSchema } from '../base/user.ts';
import { instantSchema, pageQuery, outsideSchema } from './values.ts';

/** A step that an agent remembers. */
export const memorySchema = z
  .object({
    id: z.string(),
    agent: z.string(),
    runId: z.string(),
    nodePath: z.string(),
    step: z.string(),
    user: z.string().describe('On whose behalf the run was'),
    task: z.string().describe('The start of the task that the step was part of'),
    text: z
      .string()
      .describe('What was asked and what was found: untrusted, it may hold what tools gave'),
    outside: outsideSchema,
    at: instantSchema,
    embedding: z.string().describe('What its vector was made with, with the length'),
    recalls: z.number().int().describe('How often a task was told of it'),
    lastRecalledAt: instantSchema.nullable(),
    similarity: z
      .number()
      .nullable()
      .describe('Cosine similarity to the query; null where there is none'),
  })
  .meta({ id: 'Memory' });
export type MemoryView = z.infer<typeof memorySchema>;

/** An agent's memory: how it stands, and a page of it. */
export const agentMemorySchema = z
  .object({
    agent: z.string(),
    store: z.string().describe('Where memories are kept'),
    embedding: z.object({
      name: z.string().describe('What texts are compared by: a model, or `lexical`'),
      notice: z.string().nullable().describe('What it cannot do'),
    }),
    entries: z.number().int(),
    comparable: z
      .number()
      .int()
      .describe('Entries of the embedding in use: the others are not found by a query'),
    maximum: z.number().int().describe('Beyond it, what is worth least is forgotten'),
    items: z.array(memorySchema),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'AgentMemory' });
export type AgentMemoryView = z.infer<typeof agentMemorySchema>;

const run = z
  .string()
  .regex(/^[\w-]+$/, 'not the id of a run: write one as GET /api/v1/runs gives it')
  .describe('Only what was found in this run');
const user = userNameSchema.describe('Only what was found on behalf of this user');

export const agentMemoryQuery = z.strictObject({
  ...pageQuery,
  limit: z.coerce.number().int().min(1).max(50).default(20).describe('Items in the answer'),
  query: z
    .string()
    .max(4_000)
    .optional()
    .describe('The most similar come first; left out, the newest'),
  user: user.optional(),
});

/** Strict: a mistyped field would forget everything. */
export const forgetMemoryQuery = z.strictObject({ run: run.optional(), user: user.optional() });

/** What all agents forget: never everything. */
export const forgetEverywhereQuery = forgetMemoryQuery.refine(
  (scope) => scope.run !== undefined || scope.user !== undefined,
  { error: 'say what is to be forgotten: run, user or both' },
);

export const forgottenSchema = z
  .object({ forgotten: z.number().int().describe('How many memories there were') })
  .meta({ id: 'Forgotten' });

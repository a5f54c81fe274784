import { z } from 'zod';
import { toolOutcomes, toolRefusals } from '../tools/tools.ts';
import { userNameSchema } from '../base/user.ts';
import { booleanQuery, instantSchema, jsonSchema, listOf, pageQuery } from './values.ts';

export const auditQuery = z.object({
  ...pageQuery,
  tool: z.string().optional(),
  user: userNameSchema.optional(),
  outcome: z.enum(toolOutcomes).optional(),
  code: z.enum(toolRefusals).optional().describe('Why it was refused or failed'),
  run: z.string().optional().describe('The run, or the call of the API'),
  sideEffect: booleanQuery
    .optional()
    .describe('true: only calls with a side effect. false: only calls without one'),
  since: instantSchema.optional(),
});

const attemptSchema = z
  .object({
    id: z.string(),
    at: instantSchema.describe('When it began'),
    tool: z.string(),
    version: z.number().int().nullable().describe('Null if the tool was not found'),
    sideEffect: z.boolean(),
    user: z.string(),
    runId: z.string().describe('The run, or the call of the API'),
    key: z.string().describe('The same for every attempt at a call'),
    agent: z.string().nullable().describe('The agent that made the call; null if none did'),
    args: jsonSchema.describe('Secrets are removed and long values shortened'),
    outcome: z
      .enum(toolOutcomes)
      .describe(
        '`started`: a side effect that has started and whose outcome is unknown; `refused`: refused by a check or a policy; `failed`: the tool failed',
      ),
    code: z.string().nullable().describe('Why it was refused or failed'),
    message: z.string().nullable(),
    executionMs: z.number().nullable(),
    cached: z.boolean(),
  })
  .meta({ id: 'ToolAttempt' });
export type ToolAttemptView = z.infer<typeof attemptSchema>;
export const auditListSchema = listOf(attemptSchema, 'AuditLog');

import { z } from 'zod';
import { agentEngines } from '../agents.ts';
import { budgetSchema } from '../budget.ts';
import { plans, toolCategories } from '../tools.ts';
import { jsonObjectSchema, listOf } from './values.ts';

const toolSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.number().int(),
    description: z.string(),
    category: z.enum(toolCategories),
    plan: z.enum(plans),
    rateLimit: z.object({
      minute: z.number().optional(),
      hour: z.number().optional(),
      day: z.number().optional(),
    }),
    parameters: jsonObjectSchema.describe('JSON Schema of the arguments'),
    sideEffect: z.boolean(),
  })
  .meta({ id: 'Tool' });
export const toolListSchema = listOf(toolSchema, 'ToolList');

const agentViewSchema = z
  .object({
    name: z.string(),
    role: z.string(),
    instructions: z.string(),
    models: z.array(z.string()).describe('Its own chain; empty means the chain of BATON_MODELS'),
    tools: z.array(z.string()),
    delegates: z.array(z.string()),
    output: z.string().optional().describe('The named form of its result'),
    engine: z.enum(agentEngines).describe('Who keeps the conversation'),
    failoverOnContentFilter: z
      .boolean()
      .optional()
      .describe('Whether the next model is asked where a content filter refused'),
    limits: z.object({
      turns: z.number().int(),
      time: z.string(),
      budget: budgetSchema.optional().describe('What one task may spend on models'),
    }),
  })
  .meta({ id: 'Agent' });
export const agentListSchema = listOf(agentViewSchema, 'AgentList');

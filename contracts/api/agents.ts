import { z } from 'zod';
import { fileProblemSchema } from '../agents/file-problem.ts';
import { agentGapSchema } from '../agents/gap.ts';
import { agentSchema } from '../agents/profile.ts';
import { fieldProblemSchema } from './problems.ts';
import { instantSchema, jsonObjectSchema } from './values.ts';

/** Where agents come from. */
const agentSources = ['built-in', 'file', 'api'] as const;

export const agentViewSchema = z
  .object({
    ...agentSchema.shape,
    output: z
      .union([z.string(), jsonObjectSchema])
      .optional()
      .describe('Its result format: the name of a known format, or a JSON Schema'),
    source: z.enum(agentSources),
    file: z.string().nullable().describe('The file that defines it, for source file'),
    hash: z.string().describe('SHA-256 of its definition'),
    updatedAt: instantSchema.nullable().describe('When it was last stored, for source api'),
    updatedBy: z.string().nullable().describe('Who stored it last, for source api'),
    deployed: z
      .boolean()
      .default(false)
      .describe('Whether it is as it was deployed from a file last, for source api'),
    ready: z.boolean().describe('Whether it can take a task now'),
    missing: z.array(agentGapSchema).describe('What it needs and is missing'),
    warnings: z
      .array(agentGapSchema)
      .describe('Models of its chain that cannot be called, while another can'),
  })
  .meta({ id: 'Agent' });
export type AgentView = z.infer<typeof agentViewSchema>;

export const agentListSchema = z
  .object({
    items: z.array(agentViewSchema),
    nextCursor: z.string().nullable(),
    planners: z.array(z.string()).describe('Planners defined in files, which agents can use'),
    problems: z
      .array(fileProblemSchema)
      .describe('Problems in agent files. Agents from these files are not in the list'),
  })
  .meta({ id: 'AgentList' });

export const agentCheckSchema = z
  .object({
    valid: z.boolean(),
    problems: z.array(fieldProblemSchema).describe('All problems, each with its place and a fix'),
    ready: z.boolean().describe('Whether the agent could take a task now'),
    missing: z
      .array(agentGapSchema)
      .describe('What the agent needs and is missing, if the definition is valid'),
    warnings: z
      .array(agentGapSchema)
      .describe('Models of its chain that cannot be called, while another can'),
  })
  .meta({ id: 'AgentCheck' });
export type AgentCheck = z.infer<typeof agentCheckSchema>;

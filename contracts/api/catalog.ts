import { z } from 'zod';
import { toolCategories } from '../tools/categories.ts';
import { switches } from '../tools/switches.ts';
import { plans } from '../tools/tools.ts';
import { userNameSchema } from '../base/user.ts';
import { usualUser } from '../base/usual-user.ts';
import { jsonObjectSchema, jsonSchema } from './values.ts';

const switchesNeeded: object = Object.fromEntries(
  switches.map(({ toolField: { name, description } }) => [
    name,
    z.boolean().optional().describe(description),
  ]),
);

export const toolSchema = z
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
    versions: z
      .array(z.number().int())
      .describe('Those that can be asked for as `<name>@<version>`, newest first'),
    sideEffect: z.boolean(),
    ...switchesNeeded,
    relief: z
      .boolean()
      .optional()
      .describe(
        'Whether some calls pass without plan and permission, such as one that takes back what another did',
      ),
    quick: z.boolean().optional().describe('Whether a run carries it out without a queue between'),
    alternatives: z
      .array(z.string())
      .optional()
      .describe('Tools that may serve where this one fails, the best first'),
    lookup: z.string().optional().describe('The tool that lists what its arguments can name'),
    untrusted: z
      .boolean()
      .optional()
      .describe('Whether its answers hold what others wrote, such as a web page'),
    example: jsonObjectSchema.optional().describe('Arguments of a call'),
    file: z.string().optional().describe("The file that holds it, of a tool of the user's own"),
    missing: z
      .string()
      .optional()
      .describe('What to do before it can be called; left out where nothing is missing'),
    lacks: z
      .enum(['setup', 'consent'])
      .optional()
      .describe("What is missing: something to set up, or somebody's consent; left out, the first"),
    available: z.boolean().describe('Whether the plan, and what is set for the user, allow it'),
    gap: z
      .object({ message: z.string(), fix: z.string() })
      .optional()
      .describe('Of one that the named user may not call: why, after its name, and what to do'),
  })
  .meta({ id: 'Tool' });
export type ToolView = z.infer<typeof toolSchema>;

export const callToolSchema = z
  .strictObject({
    args: jsonObjectSchema.default({}).describe("Fit the tool's `parameters`"),
    user: userNameSchema
      .default(usualUser)
      .describe('On whose behalf: plan, permissions and limits are those of the user'),
  })
  .meta({ id: 'CallTool' });

export const callToolHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The same call, sent again under its key within a day, is carried out once'),
});

export const toolResultSchema = z
  .object({
    id: z.string().describe("Also the id of the call's activity in Temporal"),
    tool: z.string(),
    output: jsonSchema,
    metadata: z.object({
      executionMs: z.number(),
      cached: z.boolean().describe('Whether the answer was kept from an earlier call'),
    }),
  })
  .meta({ id: 'ToolResult' });
export type ToolResult = z.infer<typeof toolResultSchema>;

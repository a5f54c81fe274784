import { z } from 'zod';
import { acting } from '../base/acting-user.ts';
import { toolCategories } from '../tools/categories.ts';
import { directSideEffectsSchema } from '../tools/side-effects-schema.ts';
import { switches } from '../tools/switches.ts';
import { plans } from '../tools/tools.ts';
import { userNameSchema } from '../base/user.ts';
import { usualUser } from '../base/usual-user.ts';
import { instantSchema, jsonObjectSchema, jsonSchema } from './values.ts';

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
      .describe('Versions that can be used as `<name>@<version>`, newest first'),
    sideEffect: z.boolean(),
    ...switchesNeeded,
    relief: z
      .boolean()
      .optional()
      .describe('Whether some calls need no plan or permission, such as undoing an earlier call'),
    preview: z
      .boolean()
      .optional()
      .describe('Whether a pending approval of a call can show what the call would do now'),
    quick: z.boolean().optional().describe('Whether a run calls it directly, without a task queue'),
    alternatives: z
      .array(z.string())
      .optional()
      .describe('Tools to use if this one fails, best first'),
    lookup: z.string().optional().describe('The tool that lists valid values of its arguments'),
    untrusted: z
      .boolean()
      .optional()
      .describe('Whether its answers contain untrusted content, such as a web page'),
    example: jsonObjectSchema.optional().describe('Arguments of a call'),
    file: z.string().optional().describe('The file that defines it, for a tool of your own'),
    missing: z
      .string()
      .optional()
      .describe('What to do before it can be called; absent if nothing is missing'),
    lacks: z
      .enum(['setup', 'consent'])
      .optional()
      .describe("What is missing: configuration, or a person's consent. Default: configuration"),
    available: z.boolean().describe('Whether the plan and the user’s settings allow it'),
    gap: z
      .object({ message: z.string(), fix: z.string() })
      .optional()
      .describe('If the given user cannot call it: why, after its name, and how to fix it'),
  })
  .meta({ id: 'Tool' });
export type ToolView = z.infer<typeof toolSchema>;

export const callToolSchema = z
  .strictObject({
    args: jsonObjectSchema.default({}).describe("Must match the tool's `parameters`"),
    user: acting(
      userNameSchema
        .default(usualUser)
        .describe('The user whose plan, permissions and limits apply'),
    ),
    sideEffects: directSideEffectsSchema.describe(
      'Whether a side effect needs approval. By default, a person approves the call first',
    ),
  })
  .meta({ id: 'CallTool' });

export const toolApprovalSchema = z
  .object({
    id: z.string().describe('The run that executes the call'),
    tool: z.string(),
    status: z.literal('waiting'),
    approval: z
      .object({
        id: z.string(),
        hash: z.string().describe('SHA-256 of the tool and its arguments'),
        link: z.string().describe('The page on which a person decides'),
        expiresAt: instantSchema,
      })
      .nullable()
      .describe('Null until the approval is recorded. The approvals of the run list it'),
    run: z.string().describe('The answer of the call is the output of this run'),
  })
  .meta({ id: 'ToolApproval' });
export type ToolApproval = z.infer<typeof toolApprovalSchema>;

export const callToolHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('A call sent again with the same key within a day runs once'),
});

export const toolResultSchema = z
  .object({
    id: z.string().describe("Also the id of the call's activity in Temporal"),
    tool: z.string(),
    output: jsonSchema,
    metadata: z.object({
      executionMs: z.number(),
      cached: z.boolean().describe('Whether the answer comes from the cache'),
    }),
  })
  .meta({ id: 'ToolResult' });
export type ToolResult = z.infer<typeof toolResultSchema>;

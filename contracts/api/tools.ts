import { z } from 'zod';
import { acting } from '../base/acting-user.ts';
import { fileProblemSchema } from '../agents/file-problem.ts';
import { durationBetween } from '../base/duration-between.ts';
import { mcpServerStateSchema } from '../tools/mcp.ts';
import { toolCategories } from '../tools/categories.ts';
import { plans } from '../tools/tools.ts';
import { toolFormatNames } from '../tools/definitions/index.ts';
import { userNameSchema } from '../base/user.ts';
import { usualUser } from '../base/usual-user.ts';
import { toolSchema } from './catalog.ts';
import { instantSchema, jsonSchema } from './values.ts';

export const toolParams = z.object({
  name: z.string().describe('`calculate` for the newest version, `calculate@1` for a specific one'),
});

/** Of whom a question is, or on whose behalf a tool is called. */
const actingUser = acting(userNameSchema.default(usualUser));

export const toolQuery = z.object({
  category: z.enum(toolCategories).optional(),
  plan: z.enum(plans).optional().describe('Only tools that this plan includes'),
  user: userNameSchema.optional().describe('The user for whom `available` is computed'),
  format: z
    .enum(toolFormatNames)
    .optional()
    .describe('Return the tools in the `tools` format of this provider'),
});

/** What `format` gives: definitions as a provider takes them. */
export const toolDefinitionsSchema = z.array(jsonSchema).meta({ id: 'ToolDefinitions' });
export const toolListSchema = z
  .object({
    items: z.array(toolSchema),
    nextCursor: z.string().nullable(),
    problems: z
      .array(fileProblemSchema)
      .describe('Problems in tool files and in the file of MCP servers'),
    mcpServers: z.array(mcpServerStateSchema).describe('The servers in BATON_MCP_FILE'),
  })
  .meta({ id: 'ToolList' });

export const quotaQuery = z.object({ user: actingUser });

export const quotaSchema = z
  .object({
    tool: z.string(),
    user: z.string(),
    windows: z
      .array(
        z.object({
          window: z.enum(['minute', 'hour', 'day']),
          limit: z.number().int(),
          remaining: z.number().int(),
          resetAt: instantSchema
            .nullable()
            .describe('When the limit resets; null if no call counts'),
        }),
      )
      .describe('Empty if the tool has no limits'),
  })
  .meta({ id: 'ToolQuota' });
export type QuotaView = z.infer<typeof quotaSchema>;

export const metricsQuery = z.object({
  window: durationBetween('1m', '90d').default('24h').describe('How far back to count calls'),
});

const counts = {
  calls: z.number().int(),
  completed: z.number().int(),
  waiting: z.number().int().describe('Refused by a rate limit'),
  refused: z.number().int().describe('Refused by a check or a policy'),
  failed: z.number().int().describe('The tool failed'),
  cacheHits: z.number().int(),
  errors: z.record(z.string(), z.number().int()).describe('Refusals and failures by their code'),
};

export const toolMetricsSchema = z
  .object({
    tool: z.string(),
    since: instantSchema,
    ...counts,
    versions: z
      .array(
        z.object({
          version: z.number().int().nullable(),
          ...counts,
          p50Ms: z
            .number()
            .nullable()
            .describe('For calls that ran, not those answered from the cache'),
          p95Ms: z.number().nullable(),
        }),
      )
      .describe('Newest first'),
  })
  .meta({ id: 'ToolMetrics' });
export type ToolMetricsView = z.infer<typeof toolMetricsSchema>;

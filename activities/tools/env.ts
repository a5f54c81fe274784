import { z } from 'zod';
import { sideEffectPolicies } from '../../contracts/tools/side-effects.ts';
import { switches } from '../../contracts/tools/switches.ts';
import { plans } from '../../contracts/tools/tools.ts';

/** Whether each switch is on for users for whom it is not set. */
const switchSettings: object = Object.fromEntries(
  switches.map(({ setting }) => [setting, z.stringbool().default(true)]),
);

/** What users may do with tools, where nothing is set for them alone, and what is kept of their calls. */
export const toolsEnvironment = z.object({
  /** The plan of users who have none of their own. */
  BATON_PLAN: z.enum(plans).default('premium'),
  ...switchSettings,
  /** The freest that agents may be with side effects, whatever their profiles say. */
  BATON_AGENT_SIDE_EFFECTS: z.enum(sideEffectPolicies).default('ask-after-outside'),
  /** Memory for answers of tools that are given again, in MB, in each worker process. */
  BATON_TOOL_CACHE_MB: z.coerce.number().int().min(1).max(65_536).default(64),
  /** For how many days attempts at tool calls are kept. */
  BATON_AUDIT_DAYS: z.coerce.number().int().min(1).max(36_500).default(365),
  /** The tools that agents may use at all, by `<name>` or `<name>@<version>`, as a comma list; left out, any. */
  BATON_ALLOWED_TOOLS: z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .optional(),
});
export type ToolsEnvironment = z.infer<typeof toolsEnvironment>;

/** What the settings say of each switch, by its name. */
export function switchesOf(environment: object): Record<string, boolean> {
  const settings: Readonly<Record<string, unknown>> = { ...environment };
  return Object.fromEntries(
    switches.map(({ name, setting }) => [name, settings[setting] === true]),
  );
}

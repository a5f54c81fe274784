import type { ToolRequest } from '../../tool-kit/executor.ts';
import type { Tool } from '../../tool-kit/tool.ts';
import { unless } from './unless.ts';

/**
 * Has a check of what a user may do, and how often, decide on a call. One that only ends what the user has at risk passes all
 * the same: who may no longer act must not be held in what is under way.
 * @throws {ToolRefused} as `check` does, of any other call.
 */
export async function unlessRelief<Services>(
  tool: Tool<Services>,
  { args }: Pick<ToolRequest, 'args'>,
  services: Services,
  check: () => void | Promise<void>,
): Promise<void> {
  await unless(async () => {
    if (!tool.isRelief) return false;
    const { success, data } = tool.schema.safeParse(args);
    return success && tool.isRelief(data as never, { services });
  }, check);
}

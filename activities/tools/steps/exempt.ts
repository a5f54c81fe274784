import type { ToolRequest } from '../../tool-kit/executor.ts';
import { ToolRefused } from '../../tool-kit/executor.ts';
import type { Tool } from '../../tool-kit/tool.ts';

/**
 * Has a check decide on a call. One whose effect has begun under the same key passes all the same: to refuse it would
 * say that nothing was done, while it goes on.
 * @throws {ToolRefused} as `check` does, of a call that has not begun.
 */
export async function unlessUnderWay<Services>(
  tool: Tool<Services>,
  { key, runId, user }: Pick<ToolRequest, 'key' | 'runId' | 'user'>,
  services: Services,
  check: () => void | Promise<void>,
): Promise<void> {
  await unless(
    async () => (await tool.isUnderWay?.({ services, key, runId, user })) ?? false,
    check,
  );
}

/**
 * Has a check of what a user may do, and how often, decide on a call. One that only ends what the user has at risk passes all
 * the same: who may no longer act must not be held in what is under way.
 * @throws {ToolRefused} as `check` does, of any other call.
 */
export async function unlessRelief<Services>(
  tool: Tool<Services>,
  { args, user }: Pick<ToolRequest, 'args' | 'user'>,
  services: Services,
  check: () => void | Promise<void>,
): Promise<void> {
  await unless(async () => {
    if (!tool.isRelief) return false;
    const { success, data } = tool.schema.safeParse(args);
    return success && tool.isRelief(data as never, { services, user });
  }, check);
}

/**
 * Has a check decide on a call. One that is exempt, which is asked only of a call that the check refuses, passes all the same.
 * @throws {ToolRefused} as `check` does, of any other call.
 */
async function unless(
  isExempt: () => Promise<boolean>,
  check: () => void | Promise<void>,
): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof ToolRefused) || !(await isExempt())) throw error;
  }
}

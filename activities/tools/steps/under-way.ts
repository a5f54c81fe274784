import type { ToolRequest } from '../../tool-kit/executor.ts';
import type { Tool } from '../../tool-kit/tool.ts';
import { unless } from './unless.ts';

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

import type { ToolRequest } from '../../tool-kit/executor.ts';
import type { Tool } from '../../tool-kit/tool.ts';
import { toRefusal } from './execution.ts';

/**
 * How the records stand that a tool tells its user of; undefined of a tool that reads none.
 * @throws {ToolRefused} `EXECUTION_ERROR` where that cannot be looked up.
 */
export async function revisionOf<Services>(
  tool: Tool<Services>,
  { user, signal }: Pick<ToolRequest, 'user' | 'signal'>,
  services: Services,
): Promise<string | undefined> {
  try {
    return await tool.revision?.({ services, user });
  } catch (error) {
    throw toRefusal(tool as Tool, error, signal);
  }
}

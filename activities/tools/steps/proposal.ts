import { isJsonObject } from '../../../contracts/base/json.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { ToolRequest } from '../../tool-kit/executor.ts';
import type { Tool } from '../../tool-kit/tool.ts';
import { toRefusal } from './execution.ts';

/**
 * What a person who is to approve a call is shown beside its arguments, as the tool itself finds it.
 * @throws {ToolRefused} `EXECUTION_ERROR` where the call would surely be refused: nobody is asked then.
 */
export async function proposalOf<Services>(
  tool: Tool<Services>,
  args: unknown,
  { key, runId, user, signal }: ToolRequest,
  services: Services,
): Promise<JsonObject> {
  try {
    const shown = await tool.propose?.(args as never, { services, key, runId, user });
    return isJsonObject(shown) ? shown : {};
  } catch (error) {
    throw toRefusal(tool as Tool, error, signal);
  }
}

import type { Json } from '../../../contracts/base/json.ts';
import { workerLog } from '../../../contracts/base/log-places.ts';
import { ToolRefused } from '../../tool-kit/executor.ts';
import type { Tool } from '../../tool-kit/tool.ts';

/**
 * What the tool makes of its handler's answer.
 * @throws {ToolRefused} `EXECUTION_ERROR` for whatever it threw.
 */
export async function postProcess<Services>(
  tool: Tool<Services>,
  args: unknown,
  output: Json,
): Promise<Json> {
  try {
    return tool.postProcess ? await tool.postProcess(output, args as never) : output;
  } catch (error) {
    if (error instanceof ToolRefused) throw error;
    const message = `The answer of ${tool.name} could not be processed. See ${workerLog}.`;
    throw new ToolRefused('EXECUTION_ERROR', message, { cause: error });
  }
}

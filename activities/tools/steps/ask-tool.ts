import { isJsonObject } from '../../../contracts/base/json.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { CallPreview } from '../../../contracts/tools/preview.ts';
import type { PreviewRequest, ToolRequest } from '../../tool-kit/executor.ts';
import type { Tool } from '../../tool-kit/tool.ts';
import { toRefusal } from './execution.ts';

/**
 * How the records stand that a tool tells its user of; undefined of a tool that reads none.
 * @throws {ToolRefused} `EXECUTION_ERROR` where that cannot be looked up.
 */
export async function revisionOf<Services>(
  tool: Tool<Services>,
  args: unknown,
  { user, signal }: Pick<ToolRequest, 'user' | 'signal'>,
  services: Services,
): Promise<string | undefined> {
  try {
    return await tool.revision?.({ services, user }, args as never);
  } catch (error) {
    throw toRefusal(tool, error, signal);
  }
}

/**
 * Whether a call only makes smaller what the user has at risk.
 * @throws {ToolRefused} `EXECUTION_ERROR` where that cannot be looked up.
 */
export async function reducesRisk<Services>(
  tool: Tool<Services>,
  args: unknown,
  { user, signal }: Pick<ToolRequest, 'user' | 'signal'>,
  services: Services,
): Promise<boolean> {
  try {
    const judge = tool.reducesRisk ?? tool.isRelief;
    return (await judge?.(args as never, { services, user })) ?? false;
  } catch (error) {
    throw toRefusal(tool, error, signal);
  }
}

/**
 * What a call would do now, as the tool itself finds it.
 * @throws {ToolRefused} `EXECUTION_ERROR` where it cannot be told.
 */
export async function previewOf<Services>(
  tool: Tool<Services>,
  args: unknown,
  { args: asked, key, runId, user, signal }: PreviewRequest,
  services: Services,
): Promise<CallPreview> {
  try {
    return await tool.preview!(args as never, {
      services,
      key,
      runId,
      user,
      asked: asked as JsonObject,
    });
  } catch (error) {
    throw toRefusal(tool, error, signal);
  }
}

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
    throw toRefusal(tool, error, signal);
  }
}

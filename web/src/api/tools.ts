import type { ToolResult } from '../../../contracts/api/index.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { appReader } from '../../../contracts/base/app-reader.ts';
import { request } from './request.ts';

type CallOptions = {
  /** The same call, sent again under its key, is carried out once. */
  key?: string;
  /** On whose behalf; left out, the usual user. */
  user?: string;
};

/**
 * Calls a tool. What a person does in the app is that person's decision: nobody else is asked.
 * @throws {ApiProblem} 422 with the place of each argument that does not fit.
 */
export function callTool(
  name: string,
  args: JsonObject,
  { key, user }: CallOptions = {},
): Promise<ToolResult> {
  return request<ToolResult>(`/api/v1/tools/${encodeURIComponent(name)}`, {
    method: 'POST',
    body: { args, user, sideEffects: { policy: 'allow' } },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
}

/**
 * Reads by a tool what a page shows. It counts for a user of its own: pages that stand open, and ask again and again, take
 * nothing of the limits of those for whom agents act.
 */
export function readByTool(name: string, args: JsonObject): Promise<ToolResult> {
  return callTool(name, args, { user: appReader });
}

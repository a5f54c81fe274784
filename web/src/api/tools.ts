import type { ToolResult } from '../../../contracts/api/index.ts';
import type { JsonObject } from '../../../contracts/json.ts';
import { request } from './request.ts';

/**
 * Calls a tool.
 * @param key the same call, sent again under its key, is carried out once.
 * @throws {ApiProblem} 422 with the place of each argument that does not fit.
 */
export function callTool(name: string, args: JsonObject, key?: string): Promise<ToolResult> {
  return request<ToolResult>(`/api/v1/tools/${encodeURIComponent(name)}`, {
    method: 'POST',
    body: { args },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
}

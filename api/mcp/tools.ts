import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { runChannel } from '../../contracts/runs/events.ts';
import type { ToolProgressEvent } from '../../contracts/runs/events.ts';
import type { JsonObject, JsonSchema } from '../../contracts/base/json.ts';
import type { ToolSpec } from '../../contracts/tools/tools.ts';
import type { McpCaller } from './caller.ts';
import { callTool } from '../tools/call-tool.ts';
import { resultOf } from './result.ts';

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** A tool of Baton as MCP clients are told of it. */
export function listedTool(tool: ToolSpec): Tool {
  const { name, description, parameters, sideEffect, untrusted = false, missing } = tool;
  const needed = missing === undefined ? '' : ` Not set up: ${missing}.`;
  return {
    name,
    description: `${description}${needed}`,
    inputSchema: inputSchema(parameters),
    annotations: {
      readOnlyHint: !sideEffect,
      destructiveHint: sideEffect,
      idempotentHint: !sideEffect,
      openWorldHint: untrusted,
    },
    _meta: {
      'baton/category': tool.category,
      'baton/plan': tool.plan,
      'baton/version': tool.version,
      'baton/rate-limit': tool.rateLimit,
      'baton/untrusted': untrusted,
    },
  };
}

export function inputSchema(schema: JsonSchema): Tool['inputSchema'] {
  return { $schema: dialect, ...schema, type: 'object' } as Tool['inputSchema'];
}

/** Calls a tool as POST /api/v1/tools/:name does; a call that waits for a person says where it is approved. */
export async function callListedTool(
  { services, user, by, sideEffects, signal, progress, idempotencyKey }: McpCaller,
  name: string,
  args: JsonObject,
  spec: ToolSpec | undefined,
): Promise<CallToolResult> {
  const call = { name, args, user, by, idempotencyKey, sideEffects };
  const watch = progress && ((id: string) => followCall(services.bus, id, progress));
  const answer = await callTool(services, call, signal, watch);
  if ('output' in answer) return resultOf(answer.output, { untrusted: spec?.untrusted ?? false });
  const { link = 'its page in the app' } = answer.approval ?? {};
  const next =
    `Not executed yet: a person must approve the call first, at ${link}. Call get_run {"id": "${answer.id}"} later; ` +
    'its output is the answer. Do not send the same call again.';
  return resultOf({ ...answer, next });
}

/** A fraction is told as so much of 1; where nobody can say how much is left, each news counts one. */
async function followCall(
  bus: McpCaller['services']['bus'],
  id: string,
  tell: NonNullable<McpCaller['progress']>,
): Promise<() => void> {
  let count = 0;
  return bus.subscribe<ToolProgressEvent>(runChannel(id), ({ type, fraction, message }) => {
    if (type !== 'tool-progress') return;
    count += 1;
    tell(
      fraction === null ? { progress: count, message } : { progress: fraction, total: 1, message },
    );
  });
}

import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import { isTooDeep } from '../../contracts/base/nesting.ts';
import { cutText, storableText } from '../../contracts/base/text.ts';
import { ToolRefused } from '../tool-kit/executor.ts';
import { refuseUnsure } from '../tools/refuse-unsure.ts';
import { schemaOfParameters } from '../tool-kit/schema-of-parameters.ts';
import { firstStrings } from '../tool-kit/define-tool.ts';
import { ToolError } from '../tool-kit/tool.ts';
import type { Tool, ToolContext } from '../tool-kit/tool.ts';
import { definitionHash } from './definition.ts';
import type { McpDefinition } from './definition.ts';
import { McpUnavailable } from './mcp-server.ts';
import type { McpServer } from './mcp-server.ts';
import type { McpServerConfig } from './mcp-file.ts';
import type { McpToolStatus } from './tool-status.ts';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { untrustedNotice } from '../../contracts/tools/tools.ts';

/** Characters of the texts of an answer, and of its structured part. */
const longestText = 100_000;

type Block = CallToolResult['content'][number];

/** The texts of an answer, one after the other, cut. */
function textOf({ content }: CallToolResult, longest = longestText): string {
  const texts = content.flatMap((block) => {
    if (block.type === 'text') return [block.text];
    return block.type === 'resource' && 'text' in block.resource ? [block.resource.text] : [];
  });
  return storableText(cutText(texts.join('\n\n'), longest));
}

/** An answer of an MCP server as tools give it: texts, the structured part, and what else there was, without its bytes. */
function showResult(result: CallToolResult, server: string): JsonObject {
  const attachments = result.content.flatMap(attachment);
  const structured = result.structuredContent as JsonObject | undefined;
  const isShort =
    structured && !isTooDeep(structured) && JSON.stringify(structured).length <= longestText;
  return {
    ...(isShort ? { structured } : { text: textOf(result) }),
    ...(attachments.length > 0 && { attachments: attachments as Json[] }),
    source: `MCP server ${server}`,
    asOf: new Date().toISOString(),
    notice: untrustedNotice,
  };
}

function attachment(block: Block): JsonObject[] {
  const { type } = block;
  if (type === 'image' || type === 'audio') {
    const { mimeType, data } = block;
    return [{ type, mimeType: cutText(mimeType, 100), bytes: Math.floor((data.length * 3) / 4) }];
  }
  if (type === 'resource_link') {
    return [{ type, name: cutText(block.name, 200), uri: cutText(block.uri, 2_000) }];
  }
  if (type === 'resource') return [{ type, uri: cutText(block.resource.uri, 2_000) }];
  return [];
}

/** A tool of a server, and how it stands with what was accepted. */
export type McpToolSource = {
  serverName: string;
  config: McpServerConfig;
  server: Pick<McpServer, 'call' | 'definitions'>;
  status: McpToolStatus;
};

const longestName = 64;

/** `mcp__<server>__<tool>`, as models take names: 64 letters, digits, `_` and `-` at most. */
export function namespaced(serverName: string, tool: string): string {
  const full = `mcp__${serverName}__${tool}`;
  const name = full.replaceAll(/[^\w-]/g, '_');
  if (name === full && name.length <= longestName) return name;
  const mark = createHash('sha256').update(tool).digest('hex').slice(0, 8);
  return `${name.slice(0, longestName - mark.length - 1)}_${mark}`;
}

/** A tool of an MCP server as the registry takes it. What models are told of it is what was accepted, and nothing else. */
export function toTool(source: McpToolSource): Tool<unknown> {
  const { serverName, config, status } = source;
  const { tool, definition, missing } = status;
  const name = namespaced(serverName, tool);
  const { category, plan, rateLimit } = config;
  const parameters = definition ? objectSchema(definition.inputSchema) : { type: 'object' };
  return {
    id: `${name}@1`,
    name,
    version: 1,
    description: definition
      ? definition.description || definition.title || `${tool} of the MCP server ${serverName}`
      : `${tool} of the MCP server ${serverName}, which nobody has accepted yet`,
    category,
    plan,
    rateLimit,
    parameters,
    sideEffect: !isReadOnly(config, tool, definition),
    untrusted: true,
    cacheMs: 0,
    ...(missing !== undefined && { missing: () => missing, lacks: 'consent' as const }),
    schema: schemaOfParameters(parameters),
    label: firstStrings,
    handle: (args: JsonObject, context) => call(source, args, context),
  } as Tool<unknown>;
}

/** A server may say itself that a tool changes nothing only where the file believes it. */
function isReadOnly(
  { readOnly }: McpServerConfig,
  tool: string,
  definition: McpDefinition | undefined,
): boolean {
  if (readOnly !== 'annotated') return readOnly.includes(tool);
  return definition?.annotations?.['readOnlyHint'] === true;
}

function objectSchema(schema: JsonObject): JsonObject {
  return { ...schema, type: 'object' };
}

async function call(
  { serverName, config, server, status: { tool, hash } }: McpToolSource,
  args: JsonObject,
  context: ToolContext<unknown>,
): Promise<Json> {
  const { key, signal, progress } = context;
  const timeoutMs = config.timeoutSeconds * 1_000;
  let isRepeatable = true;
  try {
    const now = (await server.definitions(signal)).get(tool);
    if (!now || definitionHash(now) !== hash) throw changedMeanwhile(serverName, tool);
    isRepeatable = isReadOnly(config, tool, now) || now.annotations?.['idempotentHint'] === true;
    if (!isRepeatable) refuseUnsure(context);
    const result = await server.call(tool, args, { key, timeoutMs, signal, progress });
    if (result.isError) {
      const said = textOf(result, 2_000) || 'no reason given';
      throw new ToolError(`MCP server ${serverName} refused the call: ${said}`, {
        retryable: false,
        fault: 'upstream',
      });
    }
    const shown = showResult(result, serverName);
    if (!isJsonObject(shown)) throw new TypeError('an answer is an object');
    return shown;
  } catch (error) {
    throw await outcomeOf(serverName, error, { timeoutMs, isRepeatable });
  }
}

function changedMeanwhile(serverName: string, tool: string): ToolRefused {
  return new ToolRefused(
    'PERMISSION_DENIED',
    `${tool} of the MCP server ${serverName} has changed since it was accepted. Review it with \`npx baton mcp\`, ` +
      `then accept it with \`npx baton mcp accept ${serverName} ${tool}\`.`,
  );
}

const unsure = ' The call may have been executed. Check before you repeat it.';

/** What may have been carried out is tried again only where that changes nothing. */
async function outcomeOf(
  serverName: string,
  error: unknown,
  { timeoutMs, isRepeatable }: { timeoutMs: number; isRepeatable: boolean },
): Promise<unknown> {
  const told = (message: string, mayHaveArrived: boolean, isAway = false) => {
    const retryable = isRepeatable || !mayHaveArrived;
    return new ToolError(retryable ? message : message + unsure, {
      retryable,
      fault: 'upstream',
      away: retryable && isAway ? { what: `MCP server ${serverName}` } : undefined,
      doubt: !retryable,
      cause: error,
    });
  };
  if (error instanceof McpUnavailable) {
    const message = `MCP server ${serverName} is not available: ${error.message}.`;
    return told(message, error.mayHaveArrived, true);
  }
  // Imported when needed, as most have no MCP servers.
  const { ErrorCode, McpError } = await import('@modelcontextprotocol/sdk/types.js');
  if (!(error instanceof McpError)) return error;
  if (error.code === ErrorCode.RequestTimeout) {
    return told(`MCP server ${serverName} did not respond within ${timeoutMs / 1_000} s.`, true);
  }
  const message = `MCP server ${serverName} refused the call: ${cutText(error.message, 2_000)}`;
  return new ToolError(message, { retryable: false, fault: 'upstream', cause: error });
}

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  ErrorCode,
  ListToolsResultSchema,
  McpError,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { cutText } from '../../contracts/base/text.ts';
import type { GuardedFetch } from '../network/guarded-fetch.ts';
import { definitionOf } from './definition.ts';
import type { McpDefinition } from './definition.ts';
import { lastWords } from './last-words.ts';
import { withVariables } from './mcp-file.ts';
import type { McpServerConfig } from './mcp-file.ts';

/** Bounds on what a server may do. */
export type McpLimits = {
  /** For an answer that lists tools. */
  answerMs: number;
  /** Of one message or answer. */
  maximumBytes: number;
  /** Messages within ten seconds. */
  mostMessages: number;
  /** Tools of one server. */
  mostTools: number;
};

export type Connection = {
  client: Client;
  /** What it is, as it says: name and version. */
  greeting: string;
  /** What it has, and what of that cannot be used. */
  list(): Promise<{ definitions: McpDefinition[]; unusable: string[] }>;
  close(): Promise<void>;
};

const hasEnded = 'it exited';

const withWords = (reason: string, words: string) =>
  words === '' ? reason : `${reason}; its last output on standard error: ${words}`;

/** Why a server has not greeted: the client of the SDK says only that it did not answer, or that it is gone. */
function startFailure(
  error: unknown,
  { reason, words, server }: { reason: string; words: string; server: McpServerConfig },
): unknown {
  if (reason !== hasEnded) return new Error(withWords(reason, words));
  const code = error instanceof McpError ? error.code : undefined;
  if (code === ErrorCode.ConnectionClosed) {
    return new Error(withWords('it exited before it was ready', words));
  }
  if (code !== ErrorCode.RequestTimeout) return error;
  const late = `it did not start within ${server.startSeconds} s; allow more with startSeconds`;
  return new Error(withWords(late, words));
}

/**
 * Connects to a server.
 * @param options.onChange is told when it says that its tools have changed.
 * @param options.onEnd is told why, once, when it has ended by itself or was cut off.
 * @throws {McpFileProblem} where a variable is not set.
 */
export async function connect(options: {
  server: McpServerConfig;
  fetch: GuardedFetch['fetch'];
  environment: Record<string, string | undefined>;
  /** Takes secrets out of what a program says. */
  redact: (text: string) => string;
  limits: McpLimits;
  onChange: () => void;
  onEnd: (reason: string) => void;
}): Promise<Connection> {
  const { server, limits, onChange } = options;
  let reason = hasEnded;
  const cutOff = (why: string) => {
    reason = why;
    void client.close().catch(() => undefined);
  };
  const transport = openTransport(options, () =>
    cutOff(`an answer had more than ${limits.maximumBytes} bytes`),
  );
  const words = lastWords(
    transport instanceof StdioClientTransport ? transport.stderr : null,
    options.redact,
  );
  countMessages(transport, limits.mostMessages, () =>
    cutOff(`it sent more than ${limits.mostMessages} messages within ten seconds`),
  );
  const client = new Client({ name: 'baton', version: '1' }, { capabilities: {} });
  client.setNotificationHandler(ToolListChangedNotificationSchema, onChange);
  let isOpen = false;
  Object.assign(client, {
    onerror({ message }: Error) {
      if (message.startsWith('ReadBuffer exceeded')) {
        reason = `a message had more than ${limits.maximumBytes} bytes`;
      }
    },
    onclose() {
      if (isOpen) options.onEnd(withWords(reason, words()));
      isOpen = false;
    },
  });
  const close = async () => {
    isOpen = false;
    await client.close().catch(() => undefined);
  };
  try {
    // The types of the package are not made for `exactOptionalPropertyTypes`.
    await client.connect(transport, { timeout: server.startSeconds * 1_000 });
  } catch (error) {
    await close();
    throw startFailure(error, { reason, words: words(), server });
  }
  isOpen = true;
  const { name = '', version = '' } = client.getServerVersion() ?? {};
  return {
    client,
    greeting: cutText(`${name} ${version}`.trim() || ('url' in server ? 'HTTP' : 'stdio'), 100),
    list: () => list(client, limits),
    close,
  };
}

function openTransport(
  { server, fetch, environment, limits }: Parameters<typeof connect>[0],
  onTooLarge: () => void,
): Transport {
  const filled = (texts: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, withVariables(text, environment)]),
    );
  if ('command' in server) {
    return new StdioClientTransport({
      command: server.command,
      args: server.args.map((text) => withVariables(text, environment)),
      env: filled(server.env),
      stderr: 'pipe',
      maxBufferSize: limits.maximumBytes,
      ...(server.cwd !== undefined && { cwd: server.cwd }),
    });
  }
  return new StreamableHTTPClientTransport(new URL(server.url), {
    requestInit: { headers: filled(server.headers) },
    fetch: boundedFetch(fetch, { maximumBytes: limits.maximumBytes, onTooLarge }),
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 1_000,
      reconnectionDelayGrowFactor: 1,
    },
  }) as Transport;
}

/** Counts before the protocol does anything with a message. */
function countMessages(transport: Transport, most: number, onFlood: () => void): void {
  let since = 0;
  let count = 0;
  Object.assign(transport, {
    onmessage() {
      const now = performance.now();
      if (now - since > 10_000) [since, count] = [now, 0];
      count += 1;
      if (count === most + 1) onFlood();
    },
  });
}

/** By requests of our own: the client's would compile what servers say of the form of their answers. */
async function list(client: Client, { answerMs, mostTools }: McpLimits) {
  const listed: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 50; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const answer = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, {
      timeout: answerMs,
    });
    listed.push(...answer.tools);
    cursor = answer.nextCursor;
    if (cursor === undefined || listed.length > mostTools) break;
  }
  const read = listed.slice(0, mostTools).map(definitionOf);
  const definitions = read.flatMap((one) => ('name' in one ? [one] : []));
  const unusable = read.flatMap((one) => ('unusable' in one ? [one.unusable] : []));
  if (listed.length > mostTools) unusable.push(`it has more than ${mostTools} tools`);
  return { definitions, unusable };
}

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` for MCP: no answer is larger than `maximumBytes`. The stream that a server may speak on by itself is not
 * opened: tools are listed again and again instead.
 * @param onTooLarge is told before the answer that is too large breaks off.
 */
function boundedFetch(
  send: Fetch,
  { maximumBytes, onTooLarge }: { maximumBytes: number; onTooLarge: () => void },
): Fetch {
  return async (url, init) => {
    if ((init?.method ?? 'GET') === 'GET') return new Response(null, { status: 405 });
    const { body, status, statusText, headers } = await send(url, init);
    if (!body || status === 204 || status === 304) {
      return new Response(null, { status, statusText, headers });
    }
    let bytes = 0;
    const limit = new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        bytes += part.byteLength;
        if (bytes <= maximumBytes) return controller.enqueue(part);
        onTooLarge();
        controller.error(new Error(`The answer is larger than ${maximumBytes} bytes.`));
      },
    });
    return new Response(body.pipeThrough(limit), { status, statusText, headers });
  };
}

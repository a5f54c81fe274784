import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { cutText } from '../../contracts/base/text.ts';
import { createRedactor } from '../../telemetry/redactor.ts';
import { callTool } from './call-tool.ts';
import { connect } from './connect.ts';
import type { Connection, McpLimits } from './connect.ts';
import { variablesIn } from './mcp-file.ts';
import type { McpServerConfig } from './mcp-file.ts';
import { McpUnavailable } from './mcp-server.ts';
import type { McpServer, ServerView } from './mcp-server.ts';

type Options = Pick<Parameters<typeof connect>[0], 'server' | 'fetch' | 'environment'> & {
  limits?: Partial<McpLimits>;
  /** Told when what is known of it has changed. */
  onView: () => void;
  /** The first pause before it is connected to again; each further one is twice as long. @default 1_000 */
  pauseMs?: number;
  longestPauseMs?: number;
  /** How often its tools are listed, should it not say that they have changed. @default 60_000 */
  listEveryMs?: number;
};

const usualLimits: McpLimits = {
  answerMs: 15_000,
  maximumBytes: 5_000_000,
  mostMessages: 5_000,
  mostTools: 200,
};

/** Characters of why a server cannot be used. */
const longestDetail = 1_000;

/** What the file gives a server, which it may repeat: its own texts, and what stands in the variables that they name. */
function givenTo(server: McpServerConfig, environment: Options['environment']): string[] {
  const own = Object.values('command' in server ? server.env : server.headers);
  const all = 'command' in server ? [...own, ...server.args] : own;
  return [...own, ...all.flatMap(variablesIn).flatMap((name) => environment[name] ?? [])];
}

/** Keeps a connection to a server, and begins it anew with growing pauses whenever it ends. */
export function openMcpServer(options: Options): McpServer {
  const { onView, pauseMs = 1_000, longestPauseMs = 60_000, listEveryMs = 60_000 } = options;
  const limits = { ...usualLimits, ...options.limits };
  const redact = createRedactor(
    options.environment,
    givenTo(options.server, options.environment),
  ).text;
  let view: ServerView = {
    status: 'connecting',
    detail: 'connecting',
    definitions: undefined,
    unusable: [],
  };
  let connection: Connection | undefined;
  let connected = Promise.withResolvers<Connection>();
  connected.promise.catch(() => undefined);
  const first = Promise.withResolvers<void>();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let attempt: Promise<void> | undefined;

  function show(changed: Partial<ServerView>): void {
    view = { ...view, ...changed };
    onView();
  }

  function later(task: () => void, ms: number): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(task, ms);
    timer.unref();
  }

  function fail(why: unknown): void {
    // Cut after that, so that no half of a secret is left.
    const detail = cutText(redact(reasonOf(why)), longestDetail);
    const lost = connection;
    connection = undefined;
    void lost?.close();
    failures += 1;
    const pause = Math.min(pauseMs * 2 ** (failures - 1), longestPauseMs);
    connected.reject(new McpUnavailable(detail));
    connected = Promise.withResolvers();
    connected.promise.catch(() => undefined);
    if (isStopped) return;
    show({ status: 'failed', detail: `${detail}; retrying` });
    later(begin, pause);
  }

  async function open(): Promise<void> {
    let isListed = false;
    let mine: Connection | undefined;
    try {
      const opened = await connect({
        ...options,
        limits,
        redact,
        onChange: () => isListed && later(() => void refresh(), 200),
        onEnd: (reason) => mine && connection === mine && fail(new Error(reason)),
      });
      if (isStopped) return await opened.close();
      mine = opened;
      connection = opened;
      await list(opened);
      isListed = true;
      connected.resolve(opened);
    } catch (error) {
      fail(error);
    } finally {
      first.resolve();
    }
  }

  function begin(): void {
    attempt = open();
  }

  async function list(from: Connection): Promise<void> {
    const { definitions, unusable } = await from.list();
    if (connection !== from) throw new Error(view.detail);
    failures = 0;
    const byName = new Map(definitions.map((definition) => [definition.name, definition]));
    show({ status: 'connected', detail: from.greeting, definitions: byName, unusable });
    later(() => void refresh(), listEveryMs);
  }

  async function refresh(): Promise<void> {
    const from = connection;
    if (!from) return;
    try {
      await list(from);
    } catch (error) {
      if (connection === from) fail(error);
    }
  }

  async function current(signal: AbortSignal): Promise<Connection> {
    if (isStopped) throw new McpUnavailable('Baton is stopping');
    if (view.status === 'failed') throw new McpUnavailable(view.detail);
    const late = Promise.withResolvers<never>();
    const abort = () => late.reject(new McpUnavailable('it was not connected in time'));
    signal.addEventListener('abort', abort);
    try {
      return await Promise.race([connected.promise, late.promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  begin();
  return {
    view: () => view,
    ready: first.promise,
    refresh,
    async definitions(signal) {
      await current(signal);
      return view.definitions ?? new Map();
    },
    async call(tool, args, callOptions) {
      const at = await current(callOptions.signal);
      try {
        return await callTool(at.client, tool, args, callOptions);
      } catch (error) {
        // A session that is over is begun anew.
        if (error instanceof StreamableHTTPError && error.code === 404 && connection === at) {
          fail(new Error('its session ended'));
        }
        if (error instanceof McpError && connection !== at) {
          throw new McpUnavailable(view.detail, { mayHaveArrived: true });
        }
        throw error;
      }
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      const last = connection;
      connection = undefined;
      connected.reject(new McpUnavailable('Baton is stopping'));
      await last?.close();
      await attempt;
    },
  };
}

/** The innermost cause, which says what went wrong: `fetch` itself says only that something did. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : error.message;
}

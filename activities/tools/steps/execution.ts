import { DrizzleQueryError } from 'drizzle-orm';
import type { Json } from '../../../contracts/base/json.ts';
import { workerLog } from '../../../contracts/base/log-places.ts';
import { cutText, storableText } from '../../../contracts/base/text.ts';
import { inDoubt } from '../../../contracts/tools/doubt.ts';
import { isDatabaseAway } from '../../base/database-away.ts';
import { ToolRefused } from '../../tool-kit/executor.ts';
import type { Payer, ToolRequest } from '../../tool-kit/executor.ts';
import { NotYet, ToolError } from '../../tool-kit/tool.ts';
import type { Tool, ToolContext } from '../../tool-kit/tool.ts';

/** Characters of what a tool says of its progress. */
const longestMessage = 200;

/** Codes of a connection that was never made. */
const unconnected = /^(ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;
const networkCodes =
  /^(ECONNRESET|ECONNABORTED|ETIMEDOUT|ENOTFOUND|EPIPE|UND_ERR_(?!INVALID_)\w+)$/;

/** How the error, or what caused it, is one of the network; undefined where it is not. */
function networkFailureOf(error: unknown): 'unconnected' | 'unanswered' | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (unconnected.test(code)) return 'unconnected';
  if (networkCodes.test(code) || error.name === 'TimeoutError') return 'unanswered';
  return networkFailureOf(error.cause);
}

/** A call through the API is paid for by its user alone. */
const outsideOfRuns = (user: string) => async (): Promise<Payer> => ({
  source: 'gateway',
  user,
  priority: 'normal',
  budgets: [],
});

/** The refusal of a call whose time was over. A side effect is not tried again by itself. */
export function stoppedInTime(
  { name }: Pick<Tool, 'name'>,
  cause: unknown,
  { isEffect = false } = {},
): ToolRefused {
  const message = `${name} timed out and was stopped. ${isEffect ? inDoubt : 'Try again.'}`;
  const why = { retryable: !isEffect, doubt: isEffect, cause };
  return new ToolRefused('EXECUTION_ERROR', message, why);
}

/**
 * What a handler threw, as a refusal: the text of an unforeseen error is not in it.
 * @param options.isEffect whether the handler was to change something. @default false
 */
export function toRefusal(
  tool: Pick<Tool, 'name'>,
  error: unknown,
  signal: AbortSignal,
  { isEffect = false } = {},
): ToolRefused {
  if (error instanceof ToolRefused) return error;
  if (error instanceof ToolError) {
    const { message, retryable, fault, away, doubt } = error;
    const why = { retryable, fault, away, doubt, cause: error };
    return new ToolRefused('EXECUTION_ERROR', storableText(message), why);
  }
  if (signal.aborted) return stoppedInTime(tool, error, { isEffect });
  const failure = networkFailureOf(error);
  if (failure === 'unconnected') {
    const message = `${tool.name} could not reach a server it needs. Try again later.`;
    const away = { what: `a server that ${tool.name} needs` };
    // A request before this one may have arrived.
    const why = { retryable: true, away, doubt: isEffect, cause: error };
    return new ToolRefused('EXECUTION_ERROR', message, why);
  }
  if (failure === 'unanswered') {
    const advice = isEffect ? inDoubt : 'Try again later.';
    const message = `${tool.name} got no answer from a server it needs. ${advice}`;
    const why = { retryable: !isEffect, doubt: isEffect, cause: error };
    return new ToolRefused('EXECUTION_ERROR', message, why);
  }
  // The text of an unforeseen error may hold a query or a secret: it goes to the log alone.
  const kind = error instanceof Error ? error.name : 'error';
  const message = `${tool.name} failed unexpectedly (${kind}). See ${workerLog}.`;
  return new ToolRefused('EXECUTION_ERROR', message, { cause: error });
}

/**
 * Runs the handler.
 * @throws {ToolRefused} `EXECUTION_ERROR` for whatever the handler threw.
 * @throws {NotYet} as the handler threw it, and the error of a database that is away.
 */
export async function execute<Services>(
  tool: Tool<Services>,
  args: unknown,
  request: ToolRequest,
  services: Services,
): Promise<Json> {
  const { key, runId, user, payer = outsideOfRuns(user), signal, onProgress } = request;
  const { mayHaveRun = false, once = false, moment } = request;
  const progress: ToolContext<Services>['progress'] = (message, fraction) =>
    onProgress?.({
      message: cutText(storableText(message), longestMessage),
      fraction: fraction === undefined ? null : Math.min(1, Math.max(0, fraction)),
    });
  try {
    return await tool.handle(args as never, {
      services,
      key,
      runId,
      user,
      mayHaveRun,
      once,
      moment,
      payer,
      signal,
      progress,
    });
  } catch (error) {
    if (error instanceof NotYet) throw error;
    // What keeps the records is not the tool's: whoever asked for the call waits for it.
    if (error instanceof DrizzleQueryError && isDatabaseAway(error)) throw error;
    const isEffect = tool.sideEffect && !tool.isReadOnly?.(args as never);
    throw toRefusal(tool, error, signal, { isEffect });
  }
}

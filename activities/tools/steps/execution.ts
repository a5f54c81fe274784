import { DrizzleQueryError } from 'drizzle-orm';
import type { Json } from '../../../contracts/base/json.ts';
import { workerLog } from '../../../contracts/base/log-places.ts';
import { cutText, storableText } from '../../../contracts/base/text.ts';
import { isDatabaseAway } from '../../base/database-away.ts';
import { ToolRefused } from '../../tool-kit/executor.ts';
import type { Payer, ToolRequest } from '../../tool-kit/executor.ts';
import { NotYet, ToolError } from '../../tool-kit/tool.ts';
import type { Tool, ToolContext } from '../../tool-kit/tool.ts';

/** Characters of what a tool says of its progress. */
const longestMessage = 200;

const networkCodes =
  /^(ECONNRESET|ECONNREFUSED|ECONNABORTED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|EHOSTUNREACH|ENETUNREACH|UND_ERR_\w+)$/;

/** Whether the error, or what caused it, is one of the network. */
function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as NodeJS.ErrnoException).code;
  if (typeof code === 'string' && networkCodes.test(code)) return true;
  return error.name === 'TimeoutError' || isNetworkError(error.cause);
}

/** A call through the API is paid for by its user alone. */
const outsideOfRuns = (user: string) => async (): Promise<Payer> => ({
  source: 'gateway',
  user,
  priority: 'normal',
  budgets: [],
});

/** The refusal of a call whose time was over. */
export function stoppedInTime({ name }: Pick<Tool, 'name'>, cause: unknown): ToolRefused {
  const message = `${name} timed out and was stopped. Try again.`;
  return new ToolRefused('EXECUTION_ERROR', message, { retryable: true, cause });
}

/** What a handler threw, as a refusal: the text of an unforeseen error is not in it. */
export function toRefusal(tool: Tool, error: unknown, signal: AbortSignal): ToolRefused {
  if (error instanceof ToolRefused) return error;
  if (error instanceof ToolError) {
    const { message, retryable, fault, away } = error;
    const why = { retryable, fault, away, cause: error };
    return new ToolRefused('EXECUTION_ERROR', storableText(message), why);
  }
  if (signal.aborted) return stoppedInTime(tool, error);
  if (isNetworkError(error)) {
    const message = `${tool.name} could not reach a server it needs. Try again later.`;
    const away = { what: `a server that ${tool.name} needs` };
    return new ToolRefused('EXECUTION_ERROR', message, { retryable: true, away, cause: error });
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
  const { mayHaveRun = false, moment } = request;
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
      moment,
      payer,
      signal,
      progress,
    });
  } catch (error) {
    if (error instanceof NotYet) throw error;
    // What keeps the records is not the tool's: whoever asked for the call waits for it.
    if (error instanceof DrizzleQueryError && isDatabaseAway(error)) throw error;
    throw toRefusal(tool as Tool, error, signal);
  }
}

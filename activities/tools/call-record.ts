import { randomUUID } from 'node:crypto';
import type { Json } from '../../contracts/base/json.ts';
import { workerLog } from '../../contracts/base/log-places.ts';
import { cutText, storable, storableText } from '../../contracts/base/text.ts';
import type { ToolAnswer } from '../../contracts/tools/tools.ts';
import type { ToolCallRow } from '../../db/repositories/catalog/tool-calls.ts';
import type { Redactor } from '../../telemetry/redactor.ts';
import { ApprovalNeeded, ToolRefused } from '../tool-kit/executor.ts';
import type { ToolRequest } from '../tool-kit/executor.ts';
import { shortened } from './kept-args.ts';
import type { DescribedTool } from '../tool-kit/tool.ts';

/** Characters of arguments and of messages that the audit log keeps. */
const longestArgs = 4_000;
const longestMessage = 1_000;
/** Of a name that a caller has made up. */
const longestName = 100;

/** An attempt that has begun, as the audit log has it. */
export function startedCall(
  request: ToolRequest,
  tool: DescribedTool | undefined,
  redactor: Redactor,
): ToolCallRow {
  const { args, user, runId, key, agent = null } = request;
  return {
    id: randomUUID(),
    at: new Date(),
    tool: tool?.name ?? cutText(storableText(request.tool), longestName),
    version: tool?.version ?? null,
    sideEffect: tool?.sideEffect ?? false,
    user,
    runId,
    key,
    agent,
    args: keptArgs(args, redactor),
    outcome: 'started',
    code: null,
    message: null,
    executionMs: null,
    cached: false,
  };
}

/** The attempt with the answer that it got. */
export function answeredCall(
  row: ToolCallRow,
  answer: ToolAnswer,
  executionMs: number,
): ToolCallRow {
  if (answer.status === 'waiting') {
    return { ...row, outcome: 'waiting', message: answer.reason, executionMs };
  }
  return { ...row, outcome: 'completed', executionMs, cached: answer.metadata.cached };
}

/** The attempt with why it was refused or failed; of an error that nobody foresaw, nothing that it says. */
export function refusedCall(
  row: ToolCallRow,
  error: unknown,
  executionMs: number,
  redactor: Redactor,
): ToolCallRow {
  if (error instanceof ApprovalNeeded) {
    return { ...row, outcome: 'waiting', message: error.message, executionMs };
  }
  const isRefusal = error instanceof ToolRefused;
  const message = isRefusal
    ? cutText(storableText(redactor.text(error.message)), longestMessage)
    : `It failed unexpectedly. See ${workerLog}.`;
  const code = isRefusal ? error.code : 'INTERNAL';
  return { ...row, outcome: outcomeOf(error), code, message, executionMs };
}

function keptArgs(args: Json, redactor: Redactor): Json {
  const kept = storable(JSON.parse(JSON.stringify(redactor.value(args) ?? null)) as Json);
  return shortened(kept, longestArgs);
}

/**
 * Whether a call was refused, by a check or by what is allowed; else it failed, whosever
 * fault that is.
 */
export function outcomeOf(error: unknown): 'refused' | 'failed' {
  if (!(error instanceof ToolRefused)) return 'failed';
  return error.code !== 'EXECUTION_ERROR' || error.fault === 'denied' ? 'refused' : 'failed';
}

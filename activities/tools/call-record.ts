import { randomUUID } from 'node:crypto';
import type { Json } from '../../contracts/base/json.ts';
import { workerLog } from '../../contracts/base/log-places.ts';
import { cutText, storable, storableText } from '../../contracts/base/text.ts';
import type { ToolAnswer } from '../../contracts/tools/tools.ts';
import type { ToolCallRow } from '../../db/repositories/catalog/tool-calls.ts';
import type { Redactor } from '../../telemetry/redactor.ts';
import { ApprovalNeeded, ToolRefused } from '../tool-kit/executor.ts';
import type { ToolRequest } from '../tool-kit/executor.ts';
import type { DescribedTool } from '../tool-kit/tool.ts';
import { isJsonObject } from '../../contracts/base/json.ts';

/** How much of each text, list and object is kept, the most first. */
const measures = [
  { characters: 1_000, members: 50 },
  { characters: 200, members: 20 },
  { characters: 100, members: 8 },
  { characters: 60, members: 3 },
] as const;

/**
 * A value in at most `maximumCharacters` of JSON. One that is longer keeps its form, with the beginning of its texts, lists
 * and objects, each of which ends in `…`; one that is too long even so is the beginning of its JSON as a text.
 */
export function shortened(value: Json, maximumCharacters: number): Json {
  const text = JSON.stringify(value);
  if (text.length <= maximumCharacters) return value;
  for (const measure of measures) {
    const short = within(value, measure);
    if (JSON.stringify(short).length <= maximumCharacters) return short;
  }
  return cutText(text, maximumCharacters);
}

type Measure = { characters: number; members: number };

function within(value: Json, measure: Measure): Json {
  const { characters, members } = measure;
  if (typeof value === 'string') return cutText(value, characters);
  if (Array.isArray(value)) {
    const kept = value.slice(0, members).map((member) => within(member, measure));
    return kept.length === value.length ? kept : [...kept, '…'];
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  const kept = entries
    .slice(0, members)
    .map(([name, member]) => [cutText(name, characters), within(member, measure)]);
  return Object.fromEntries(kept.length === entries.length ? kept : [...kept, ['…', '…']]);
}

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

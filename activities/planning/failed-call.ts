import { z } from 'zod';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { ChatMessage } from '../../contracts/models/messages.ts';
import type { RunError } from '../../contracts/runs/run.ts';
import { toolGap } from '../../contracts/tools/tool-gaps.ts';
import type { ToolFault, ToolTerms } from '../../contracts/tools/tools.ts';
import type { ToolExecutor } from '../tool-kit/executor.ts';
import { foreignJson } from '../../contracts/base/foreign-json.ts';

/** What is likely to help after a failure; where the message says it, or nothing is known, there is no entry. */
const help: Partial<Record<string, string>> = {
  TOOL_NOT_FOUND: 'Call only tools that you were offered.',
  PLAN_REQUIRED: 'Calling it again does not help.',
  PERMISSION_DENIED: 'Calling it again does not help.',
  RATE_LIMIT: 'Continue with something else; you can call it again later.',
  VALIDATION_ERROR: 'Fix the arguments as the message says, and call it again.',
  EXECUTION_ERROR: 'The same call is not likely to succeed now; other arguments may.',
  Timeout: 'The same call is not likely to end in time; one that asks for less may.',
  AgentTimeout: 'Use what it found, give it a smaller part, or do this part yourself.',
  AgentLimit: 'Use what it found, give it a smaller part, or do this part yourself.',
  BudgetExceeded: 'Use what it found, and do this part yourself or leave it out.',
};

/** Failures after which a tool is of no use for now, whatever its arguments. */
const isForGood = new Set([
  'PLAN_REQUIRED',
  'PERMISSION_DENIED',
  'RATE_LIMIT',
  'EXECUTION_ERROR',
  'Timeout',
]);

const observedSchema = z.object({ error: z.object({ type: z.string() }) });

export type FailedCall = {
  tool: string;
  error: RunError;
  /** Where it lies that the tool was called in vain, as far as it says so. */
  fault?: ToolFault | undefined;
  /** How often it was tried; left out where that is not known. */
  tried?: number | undefined;
  /** What it had done before it failed. */
  partial?: Json | undefined;
};

/** A failed call with what else there is. */
export type Assessed = FailedCall & {
  /** The tools that could serve in its place. */
  alternatives: string[];
  /** The tool that lists what could have been asked for, where it was asked for what there is not. */
  lookup?: string;
  /** The tool and its alternatives, where all of them have failed. */
  exhausted?: string[];
};

/**
 * Finds what could serve in place of a call that failed: of the alternatives that its tool declares, those that the
 * agent may use and that have not failed themselves.
 */
export function assessFailure(
  failed: FailedCall,
  { tools: own }: Pick<AgentDefinition, 'tools'>,
  around: {
    tools: Pick<ToolExecutor, 'find'>;
    /** What the user of the run may do. */
    terms: ToolTerms;
    messages: readonly ChatMessage[];
  },
): Assessed {
  const { tools, terms, messages } = around;
  const isUsable = (name: string) => {
    const spec = own.includes(name) ? tools.find(name) : undefined;
    return spec !== undefined && toolGap(spec, terms) === undefined;
  };
  const { alternatives: others = [], lookup } = tools.find(failed.tool) ?? {};
  const declared = others.filter(isUsable);
  const alternatives = declared.filter((name) => !hasFailed(name, messages));
  const isAskedWrong = failed.error.type === 'EXECUTION_ERROR' && failed.fault === 'request';
  if (isAskedWrong && lookup !== undefined && isUsable(lookup)) {
    return { ...failed, alternatives, lookup };
  }
  const isExhausted =
    alternatives.length === 0 && own.includes(failed.tool) && isForGood.has(failed.error.type);
  return {
    ...failed,
    alternatives,
    ...(isExhausted && { exhausted: [failed.tool, ...declared] }),
  };
}

/** Whether the latest call of a tool in a conversation failed, and not for its arguments. */
function hasFailed(tool: string, messages: readonly ChatMessage[]): boolean {
  const last = messages.findLast((message) => message.role === 'tool' && message.name === tool);
  return last?.role === 'tool' && last.isError && isForGood.has(errorTypeIn(last.text));
}

/** The type of the error that {@link failureObservation} told of. */
function errorTypeIn(observation: string): string {
  const read = observedSchema.safeParse(foreignJson(observation));
  return read.success ? read.data.error.type : '';
}

/** What the model reads in place of the answer. */
export function failureObservation(failed: Assessed): string {
  const { error, tried, partial, alternatives, lookup, exhausted } = failed;
  const ways = [
    lookup === undefined
      ? help[error.type]
      : `The same call fails again. ${lookup} lists the valid values.`,
    alternatives.length > 0 && `You can use instead: ${alternatives.join(', ')}.`,
    exhausted &&
      'No other tool can replace it. Continue with what you have, and say what is missing.',
  ].filter(Boolean);
  return JSON.stringify({
    error: {
      type: error.type,
      message: error.message,
      ...(tried !== undefined && { tried: times(tried) }),
      ...(ways.length > 0 && { help: ways.join(' ') }),
      ...(alternatives.length > 0 && { alternatives }),
      ...(partial !== undefined && { partial }),
    },
  });
}

/** Why a step of a plan failed. */
export function failureNote({ tool, error, tried = 1, exhausted = [] }: Assessed): string {
  const others = exhausted.filter((name) => name !== tool);
  const failedToo = others.length > 0 ? `; ${others.join(', ')} failed too` : '';
  return `${tool} failed, tried ${times(tried)}${failedToo}: ${error.message}`;
}

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

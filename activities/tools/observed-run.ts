import { SpanStatusCode, trace } from '@opentelemetry/api';
import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions';
import {
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_GEN_AI_TOOL_TYPE,
  GEN_AI_OPERATION_NAME_VALUE_EXECUTE_TOOL,
} from '@opentelemetry/semantic-conventions/incubating';
import type { ToolAnswer, ToolSpec } from '../../contracts/tools/tools.ts';
import { instruments } from '../../telemetry/instruments.ts';
import { ToolRefused } from '../tool-kit/executor.ts';
import type { ToolRequest } from '../tool-kit/executor.ts';

/**
 * Runs a tool within a span `execute_tool <name>`, and counts and times it by its version, its outcome, and whether the
 * answer was kept from an earlier call.
 * @param found undefined where there is no such tool: a name that somebody made up is one of too many.
 */
export async function observedRun(
  { runId, key }: Pick<ToolRequest, 'runId' | 'key'>,
  found: Pick<ToolSpec, 'name' | 'version'> | undefined,
  run: () => Promise<ToolAnswer>,
): Promise<ToolAnswer> {
  const tool = found?.name ?? 'unknown';
  const attributes = {
    [ATTR_GEN_AI_OPERATION_NAME]: GEN_AI_OPERATION_NAME_VALUE_EXECUTE_TOOL,
    [ATTR_GEN_AI_TOOL_NAME]: tool,
    [ATTR_GEN_AI_TOOL_TYPE]: 'function',
    'baton.run.id': runId,
    'baton.step.key': key,
  };
  const startedAt = performance.now();
  const count = (outcome: string, cached = false) =>
    instruments().toolDuration.record((performance.now() - startedAt) / 1000, {
      tool,
      outcome,
      ...(found && { version: found.version }),
      cached,
    });

  return trace
    .getTracer('baton')
    .startActiveSpan(`execute_tool ${tool}`, { attributes }, async (span) => {
      try {
        const answer = await run();
        count(answer.status, answer.status === 'completed' && answer.metadata.cached);
        return answer;
      } catch (error) {
        const outcome = error instanceof ToolRefused ? error.code : 'internal';
        span.setAttribute(ATTR_ERROR_TYPE, outcome);
        span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
        count(outcome);
        throw error;
      } finally {
        span.end();
      }
    });
}

import { instruments } from '../../../telemetry/instruments.ts';
import type { ModelAttempt } from '../../../db/schema/index.ts';
import type { Caller, ModelAnswer, ModelCaller } from '../model-caller.ts';
import { AllModelsFailed } from '../routing/router.ts';
import { asCaller } from './caller-context.ts';
import { modelLabel } from './model-label.ts';

/** How one call went, for the log: what was said is not in it. */
export type ModelLogEntry = Pick<
  Caller,
  'callId' | 'source' | 'user' | 'runId' | 'nodePath' | 'agent'
> & {
  event: 'model call';
  outcome: 'answered' | 'failed';
  durationMs: number;
  /** Who answered, as `provider:model`. */
  model?: string;
  inputTokens?: number;
  cachedInputTokens?: number;
  outputTokens?: number;
  /** Null where the price is not known. */
  costUsd?: string | null;
  attempts?: ModelAttempt[];
  error?: { name: string; message: string };
};

/** A caller of which every call is logged, and its cost and changes of model counted. */
export function observedCalls(next: ModelCaller, log: (entry: ModelLogEntry) => void): ModelCaller {
  return async (call, options) => {
    const { callId, source, user, runId, nodePath, agent } = call.caller;
    const startedAt = performance.now();
    const report = (how: Pick<ModelLogEntry, 'outcome'> & Partial<ModelLogEntry>) =>
      log({
        event: 'model call',
        callId,
        source,
        user,
        ...(runId && { runId }),
        ...(nodePath && { nodePath }),
        ...(agent && { agent }),
        durationMs: Math.round(performance.now() - startedAt),
        ...how,
      });
    try {
      const answer = await asCaller(call.caller, () =>
        next(call, {
          ...options,
          onFailover(event) {
            const [from, to] = [modelLabel(event.from), modelLabel(event.to)];
            instruments().failovers.add(1, { from, to });
            options.onFailover?.(event);
          },
        }),
      );
      countCost(answer);
      report({ outcome: 'answered', ...summary(answer) });
      return answer;
    } catch (error) {
      const attempts = error instanceof AllModelsFailed ? { attempts: error.attempts } : {};
      report({ outcome: 'failed', ...attempts, error: describe(error) });
      throw error;
    }
  };
}

function countCost({ model, costUsd }: ModelAnswer): void {
  if (costUsd !== null) {
    instruments().modelCost.add(Number(costUsd), { model: modelLabel(model) });
  }
}

function summary({ model, usage, costUsd, attempts }: ModelAnswer): Partial<ModelLogEntry> {
  const { inputTokens, cachedInputTokens, outputTokens } = usage;
  return { model, inputTokens, cachedInputTokens, outputTokens, costUsd, attempts };
}

function describe(error: unknown): { name: string; message: string } {
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'Error', message: String(error) };
}

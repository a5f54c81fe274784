import { instruments } from '../../../../telemetry/instruments.ts';
import type { ModelAttempt } from '../../../../db/schema/index.ts';
import type { Caller } from '../../../base/caller.ts';
import type { ModelAnswer, ModelCaller } from '../../model-caller.ts';
import type { EmbeddingCaller } from '../../pay/paid-embeddings.ts';
import { AllModelsFailed } from '../../router.ts';
import { asCaller } from './caller-context.ts';
import { modelLabel } from './model-label.ts';

/** How one call went, for the log: what was said is not in it. */
export type ModelLogEntry = Pick<
  Caller,
  'callId' | 'source' | 'user' | 'runId' | 'nodePath' | 'agent'
> & {
  event: 'model call' | 'embeddings call';
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

type Log = (entry: ModelLogEntry) => void;

/** A caller of which every call is logged, and its cost and changes of model counted. */
export function observedCalls(next: ModelCaller, log: Log): ModelCaller {
  return (call, options) =>
    observe({ event: 'model call', caller: call.caller, log, summary }, () =>
      next(call, {
        ...options,
        onFailover(event) {
          const [from, to] = [modelLabel(event.from), modelLabel(event.to)];
          instruments().failovers.add(1, { from, to });
          options.onFailover?.(event);
        },
      }),
    );
}

/** As `observedCalls`, for vectors. */
export function observedEmbeddings(next: EmbeddingCaller, log: Log): EmbeddingCaller {
  return (call, options) =>
    observe(
      {
        event: 'embeddings call',
        caller: call.caller,
        log,
        summary: ({ model, inputTokens, costUsd }) => ({ model, inputTokens, costUsd }),
      },
      () => next(call, options),
    );
}

async function observe<Answer extends Pick<ModelAnswer, 'model' | 'costUsd'>>(
  observed: Pick<ModelLogEntry, 'event'> & {
    caller: Caller;
    log: Log;
    summary: (answer: Answer) => Partial<ModelLogEntry>;
  },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { event, caller, log } = observed;
  const { callId, source, user, runId, nodePath, agent } = caller;
  const startedAt = performance.now();
  const report = (how: Pick<ModelLogEntry, 'outcome'> & Partial<ModelLogEntry>) =>
    log({
      event,
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
    const answer = await asCaller(caller, ask);
    countCost(answer);
    report({ outcome: 'answered', ...observed.summary(answer) });
    return answer;
  } catch (error) {
    const attempts = error instanceof AllModelsFailed ? { attempts: error.attempts } : {};
    report({ outcome: 'failed', ...attempts, error: describe(error) });
    throw error;
  }
}

function countCost({ model, costUsd }: Pick<ModelAnswer, 'model' | 'costUsd'>): void {
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

import type { Priority } from '../../../contracts/models/messages.ts';
import type { ModelAttempt } from '../../../db/schema/index.ts';
import { instruments } from '../../../telemetry/instruments.ts';
import type { Deployment } from '../deployments/deployment.ts';
import type { CallTokens } from '../limits/expected-usage.ts';
import type { Permit } from '../limits/limiter.ts';
import { modelLabel } from './observation/model-label.ts';
import type { ModelGuard, Skip } from './model-guard.ts';
import { ProviderError } from '../provider.ts';
import type { CallOptions, ModelProvider, TextToolsReason } from '../provider.ts';
import { reactions } from './reactions.ts';
import { CallDelayed } from '../router.ts';
import type { ModelName } from '../model-name.ts';
import { tryOnce } from './try-once.ts';
import type { Deadlines, Tried } from './try-once.ts';

/** Who serves a model. */
export type Target = {
  name: ModelName;
  provider: ModelProvider;
  model: string;
  /** Which of the model's deployments it is, where it has some. */
  deployment?: Deployment;
};

/** What is sent to a model, and how much it is. */
export type Work<Result> = {
  send(options: CallOptions): Promise<Result>;
  /** About how many tokens it reads, and the most that it may write where that is known. */
  estimate: { inputTokens: number; maximumOutputTokens?: number | undefined };
  /** The tokens that it took in the end; zeros where the provider does not say. */
  used(answer: Result): CallTokens;
  /** True when no other model may take over, though nothing was output. */
  isBound?(): boolean;
};

export type AskSettings = {
  deadlines: Deadlines;
  /** Longest wait for the limits of a model. */
  maximumWaitMs: number;
  /** Middle of the pause before a second try after a transient failure; it is spread by a half each way. */
  backoffMs: number;
};

export type AskOptions = CallOptions & {
  priority: Priority;
  /** On whose behalf it is asked. */
  user?: string | undefined;
  /** Told before each request goes out, which waits for it, and whether it is the first to this model. */
  onAsk?: (request: { isFirst: boolean }) => void | Promise<void>;
  /** False where another deployment is asked in place of this one again. @default true */
  mayRepeat?: boolean;
  /** Told of each try, and how it ended. */
  onAttempt(attempt: ModelAttempt): void;
};

/** How it ended with one model. `isFinal` says that no other model may be asked. */
export type Asked<Result> =
  | { answer: Result }
  | { failed: ProviderError; isFinal: boolean }
  | { skipped: Skip }
  | { delayed: CallDelayed };

/** A wait that a provider asks for is kept to within the call up to this long. */
const longestRetryAfterMs = 2_000;

/**
 * Asks one model: within its limits, unless its breaker is open, and once more where its error says so.
 * @throws the signal's reason when it aborts.
 */
export async function askModel<Result>(
  target: Target,
  guard: ModelGuard,
  work: Work<Result>,
  options: AskOptions & AskSettings,
): Promise<Asked<Result>> {
  const { signal, deadlines, maximumWaitMs, mayRepeat = true, onAttempt } = options;
  const arrivedAt = Date.now();
  const expected = guard.expectedUsage.expect(work.estimate);
  const call = { ...options, tokens: sum(expected), arrivedAt, maximumWaitMs };
  let failed: ProviderError | undefined;

  for (;;) {
    const permit = await admit(guard, call);
    if ('skipped' in permit || 'delayed' in permit) {
      return failed ? { failed, isFinal: false } : permit;
    }
    await tellOfRequest(permit, { isFirst: !failed });
    const startedAt = Date.now();
    const inWords: { toolsInWords?: true } = {};
    const onTextTools = (why: TextToolsReason) => {
      inWords.toolsInWords = true;
      guard.record.askedInWords(why, options.runId);
      instruments().textTools.add(1, { model: modelLabel(target.name), reason: why });
    };
    const asking = { ...options, onTextTools, permit, expected };
    const tried = await send(target, guard, work, asking);
    const attempt = {
      model: target.name,
      ...deploymentOf(target),
      durationMs: Date.now() - startedAt,
      ...inWords,
    };
    if ('answer' in tried) {
      onAttempt({ ...attempt, status: 'answered' });
      return tried;
    }
    const { error, hasOutput } = tried;
    const { code, message } = error;
    onAttempt({ ...attempt, status: 'failed', error: { code, message } });
    const isFinal = hasOutput || (work.isBound?.() ?? false);
    const isSecond = failed !== undefined;
    failed = error;
    if (hasOutput || isSecond || !mayRepeat || !(await isWorthAnother(error)))
      return { failed, isFinal };
  }

  /** @throws what its listener throws; nothing goes out then. */
  async function tellOfRequest(permit: Permit, request: { isFirst: boolean }): Promise<void> {
    try {
      await options.onAsk?.(request);
      signal.throwIfAborted();
    } catch (error) {
      await permit.giveBack();
      throw error;
    }
  }

  /** Whether the same provider is asked again; resolves when it may be. */
  async function isWorthAnother({ kind, retryAfterMs }: ProviderError): Promise<boolean> {
    const { sameProvider } = reactions[kind];
    // The limiter lets nothing out before that.
    if (sameProvider === 'after-its-wait') {
      return retryAfterMs !== undefined && retryAfterMs <= longestRetryAfterMs;
    }
    const pauseMs = options.backoffMs * (0.5 + Math.random());
    const leftMs = arrivedAt + deadlines.answerMs - Date.now() - pauseMs;
    if (sameProvider === 'no' || leftMs <= 0 || guard.skip()) return false;
    await pause(pauseMs, signal);
    return true;
  }
}

async function admit(
  guard: ModelGuard,
  call: Parameters<ModelGuard['limiter']['acquire']>[0],
): Promise<Permit | { skipped: Skip } | { delayed: CallDelayed }> {
  const skipped = guard.skip();
  if (skipped) return { skipped };
  try {
    const waitedFrom = performance.now();
    const permit = await guard.limiter.acquire(call);
    const waitedSeconds = (performance.now() - waitedFrom) / 1000;
    instruments().modelWait.record(waitedSeconds, { model: modelLabel(guard.model) });
    const closedMeanwhile = guard.skip();
    if (!closedMeanwhile) return permit;
    await permit.giveBack();
    return { skipped: closedMeanwhile };
  } catch (error) {
    if (error instanceof CallDelayed) return { delayed: error };
    throw error;
  }
}

async function send<Result>(
  { provider }: Target,
  guard: ModelGuard,
  work: Work<Result>,
  options: CallOptions & { permit: Permit; expected: CallTokens; deadlines: Deadlines },
): Promise<Tried<Result>> {
  const { permit, expected } = options;
  const { inputTokens } = expected;
  let hasOutput = false;
  try {
    const answer = await guard.breaker.run(async () => {
      const tried = await tryOnce(work.send, { ...options, provider: provider.name });
      if ('answer' in tried) return tried.answer;
      ({ hasOutput } = tried);
      throw tried.error;
    });
    const used = work.used(answer);
    guard.expectedUsage.learn(work.estimate, used);
    const tokens = sum(used) || sum(expected);
    await permit.settle({ tokens, isAnswer: true });
    return { answer };
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      await permit.settle({ tokens: inputTokens, isAnswer: false });
      throw error;
    }
    const { kind, code, message, retryAfterMs } = error;
    guard.record.failed(error);
    if (reactions[kind].markDown) guard.markDown({ code, message });
    if (kind === 'rate_limited') {
      await permit.refuse({ isOurs: !/529|overloaded/.test(code), retryAfterMs });
    } else {
      await permit.settle({ tokens: kind === 'transient' ? inputTokens : 0, isAnswer: false });
    }
    return { error, hasOutput };
  }
}

/** What records say of the deployment, where there is one. */
export function deploymentOf({ deployment }: Target): { deployment?: string } {
  return deployment ? { deployment: deployment.name } : {};
}

function sum({ inputTokens, outputTokens }: CallTokens): number {
  return inputTokens + outputTokens;
}

/** Resolves after a while. @throws the signal's reason when it aborts before. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}

import { ProviderError } from '../provider.ts';
import type { CallOptions } from '../provider.ts';

/** The longest times, in milliseconds. */
export type Deadlines = {
  /** Of an answer that comes in one piece, and until the first part of a streamed one. */
  answerMs: number;
  /** Between two parts of a streamed answer. */
  idleMs: number;
};

/** How one try ended. `hasOutput` says that the caller has seen a part of the answer. */
export type Tried<Result> = { answer: Result } | { error: ProviderError; hasOutput: boolean };

/**
 * Sends a request once, for as long as it gives signs of life.
 * @param send gets a signal that aborts with the caller's or at a deadline, then with a `TimeoutError`.
 * @throws the caller's reason when its signal aborts, and whatever is no failure of the provider.
 */
export async function tryOnce<Result>(
  send: (options: CallOptions) => Promise<Result>,
  call: CallOptions & { provider: string; deadlines: Deadlines },
): Promise<Tried<Result>> {
  const { signal, runId, conversation, provider, deadlines } = call;
  const { onDelta, onBegin, onRetry, onIgnored, onTextTools } = call;
  const deadline = new AbortController();
  let hasBegun = false;
  let hasOutput = false;
  let timer = watch(deadlines.answerMs);
  const hear: NonNullable<CallOptions['onDelta']> = (delta) => {
    clearTimeout(timer);
    timer = watch(deadlines.idleMs);
    begin();
    if (delta.type === 'text-delta' && delta.text === '') return;
    hasOutput = true;
    onDelta?.(delta);
  };
  try {
    const answer = await send({
      signal: AbortSignal.any([signal, deadline.signal]),
      onBegin: begin,
      ...(onDelta && { onDelta: hear }),
      ...(onRetry && { onRetry }),
      ...(onIgnored && { onIgnored }),
      ...(onTextTools && { onTextTools }),
      ...(runId !== undefined && { runId }),
      ...(conversation !== undefined && { conversation }),
    });
    return { answer };
  } catch (error) {
    signal.throwIfAborted();
    if (deadline.signal.aborted) return { error: timeout(), hasOutput };
    if (error instanceof ProviderError) return { error, hasOutput };
    throw error;
  } finally {
    clearTimeout(timer);
  }

  function begin(): void {
    if (!hasBegun) onBegin?.();
    hasBegun = true;
  }

  function watch(ms: number): NodeJS.Timeout {
    return setTimeout(() => deadline.abort(new DOMException('too slow', 'TimeoutError')), ms);
  }

  function timeout(): ProviderError {
    const seconds = (hasOutput ? deadlines.idleMs : deadlines.answerMs) / 1000;
    return new ProviderError({
      provider,
      kind: 'transient',
      code: 'TIMEOUT',
      message: hasOutput ? `the answer stalled for ${seconds} s` : `no answer within ${seconds} s`,
    });
  }
}

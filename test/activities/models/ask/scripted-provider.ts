import { ProviderError } from '../../../../activities/models/provider.ts';
import type {
  CallOptions,
  ChatRequest,
  ChatResponse,
  ModelProvider,
  ProviderErrorKind,
} from '../../../../activities/models/provider.ts';
import { noUsage } from '../../../../contracts/models/messages.ts';

export type Step = (request: ChatRequest, options: CallOptions) => Promise<ChatResponse>;

/** A provider in this process that goes through steps, one a request; the last one is repeated. */
export function scripted(name: string, ...steps: Step[]): ModelProvider & { asked: number[] } {
  const asked: number[] = [];
  return {
    name,
    asked,
    chat(request, options) {
      const step = steps[Math.min(asked.length, steps.length - 1)] ?? answers();
      asked.push(Date.now());
      return step(request, options);
    },
  };
}

const answer = (text: string): ChatResponse => ({
  text,
  toolCalls: [],
  finish: 'stop',
  usage: noUsage,
});

export const answers =
  (text = 'done'): Step =>
  async () =>
    answer(text);

export const fails =
  (kind: ProviderErrorKind, code: string, retryAfterMs?: number): Step =>
  async () => {
    throw new ProviderError({
      provider: 'mock',
      kind,
      code,
      message: `it said ${code}`,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  };

/** Never answers; stops when its signal aborts. */
export const hangs =
  (): Step =>
  (_, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });

/** Streams a first word and goes on with another step. */
export const begins =
  (then: Step): Step =>
  async (request, options) => {
    options.onDelta?.({ type: 'text-delta', text: 'first' });
    return then(request, options);
  };

import { estimateOutputTokens } from '../limits/estimate-tokens.ts';
import type { RouteOptions } from '../router.ts';

/** What a call had come to that ended without an answer: who was asked, and about how much was written. */
export type Lost = { model: string; outputTokens: number };

/**
 * Watches a call, so that what a provider bills is known when the answer does not come to its end.
 * @returns options to make the call with, and `lost`, to be asked when it failed: undefined where nothing is billed.
 */
export function watchCall(options: Omit<RouteOptions, 'priority'>): {
  watched: Omit<RouteOptions, 'priority'>;
  lost(): Lost | undefined;
} {
  const { signal, onDelta, onAsk, onAttempt, stored } = options;
  let model: string | undefined;
  let isUnderWay = false;
  let isBegun = stored?.resumeResponseId !== undefined;
  const written: string[] = [];
  return {
    watched: {
      ...options,
      onAsk(asked) {
        model = asked;
        isUnderWay = true;
        onAsk?.(asked);
      },
      onAttempt(attempt) {
        isUnderWay = false;
        onAttempt?.(attempt);
      },
      ...(onDelta && {
        onDelta(delta) {
          written.push(textOf(delta));
          onDelta(delta);
        },
      }),
      ...(stored && {
        stored: {
          ...stored,
          async onBegun(...begun) {
            isBegun = true;
            await stored.onBegun(...begun);
          },
        },
      }),
    },
    lost() {
      if (model === undefined) return undefined;
      const isStopped = signal.aborted && isUnderWay;
      // A response that its provider goes on with is waited for again, and booked then.
      const isLost = stored
        ? isStopped && isBegun && !stored.keepOnAbort?.()
        : isStopped || written.length > 0;
      const outputTokens = estimateOutputTokens({ text: written.join(''), toolCalls: [] });
      return isLost ? { model, outputTokens } : undefined;
    },
  };
}

function textOf(delta: Parameters<NonNullable<RouteOptions['onDelta']>>[0]): string {
  if (delta.type === 'tool-call-start') return delta.name;
  return delta.type === 'tool-call-delta' ? delta.arguments : delta.text;
}

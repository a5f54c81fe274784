import { bodyText } from '../network/body-text.ts';
import { NetworkError } from '../network/network-error.ts';
import type { Network } from '../network/network.ts';
import type { OwnRequest, ToThread } from './messages.ts';

type Reply =
  | Omit<Extract<ToThread, { type: 'answer' }>, 'request'>
  | Omit<Extract<ToThread, { type: 'unanswered' }>, 'request'>;

const longestMs = 120_000;
const mostBytes = 10_000_000;

/** Sends what a tool of the user's own wants to be sent, through the guarded client. Never throws. */
export async function answerRequest(
  network: Pick<Network, 'send'>,
  { url, headers = {}, timeoutMs = 15_000, maximumBytes = 1_000_000, ...wanted }: OwnRequest,
  signal: AbortSignal,
): Promise<Reply> {
  try {
    const answer = await network.send(new URL(url), {
      ...wanted,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
      timeoutMs: Math.min(timeoutMs, longestMs),
      maximumBytes: Math.min(maximumBytes, mostBytes),
      signal,
    });
    const { status, url: from, headers: answered } = answer;
    const text = bodyText(answer);
    return { type: 'answer', answer: { status, url: from, headers: answered, text } };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const retryable = error instanceof NetworkError && error.isTransient;
    return { type: 'unanswered', error: { kind: 'told', name, message, retryable } };
  }
}

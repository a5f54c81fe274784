import type { RoutedRequest } from '../../router.ts';
import { estimateInputTokens } from '../../limits/estimate-tokens.ts';

/** What an answer is given of the window where nobody limits it. */
const answerTokens = 16_000;

/** The answer has at most this part of a window, and the question at most this part of what is left. */
const mostOfAnswer = 1 / 4;
const mostOfQuestion = 0.95;

/** How far a count of the provider's is followed; one below `nothing` is not of the whole question. */
const believed = { nothing: 0.5, least: 0.8, most: 3 };

/** What the last call of a conversation was estimated at, and what its provider counted. */
export type LastCall = { estimatedTokens: number; countedTokens: number };

/** How the provider's count compares to our estimate. */
export function correctionBy(last: LastCall | undefined): number {
  if (!last || last.estimatedTokens <= 0 || last.countedTokens <= 0) return 1;
  const ratio = last.countedTokens / last.estimatedTokens;
  if (ratio < believed.nothing) return 1;
  return Math.min(believed.most, Math.max(believed.least, ratio));
}

/** About how many tokens go along with the messages. */
export function tokensAlong({ tools, responseFormat }: Omit<RoutedRequest, 'messages'>): number {
  const forms = { tools, ...(responseFormat && { responseFormat }) };
  return estimateInputTokens({ messages: [], ...forms });
}

/**
 * How many tokens, as we estimate them, a question may have, so that its answer has room too.
 * @param call.window in tokens.
 */
export function roomForQuestion(call: {
  window: number;
  maximumOutputTokens: number | undefined;
  correction: number;
}): number {
  const { window, maximumOutputTokens = answerTokens, correction } = call;
  const answer = Math.min(maximumOutputTokens, window * mostOfAnswer);
  return Math.floor(((window - answer) * mostOfQuestion) / correction);
}

import { Decimal } from '../../../base/decimal.ts';
import { addUsage } from '../../add-usage.ts';
import type { ModelAnswer, ModelCaller } from '../../model-caller.ts';
import { askAgain, continued } from './ask-again.ts';
import { createJsonDeltas } from './json-deltas.ts';
import { readJson } from './read-json.ts';
import { responseCheck } from './response-check.ts';
import type { ResponseCheck } from './response-check.ts';

/** A model's answer has not the form that was asked for, also when asked again: a retry would pay for the same. */
export class AnswerDoesNotFit extends Error {
  override readonly name = 'AnswerDoesNotFit';
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[]) {
    super(`${message} Its problems: ${problems.join('; ')}.`);
    this.problems = problems;
  }
}

/**
 * A caller whose answers have the form that `responseFormat` asks for: their text is JSON and nothing else. An answer
 * that does not fit is asked for once more, with its problems named, as a call of its own (`<call id>:repair`); usage
 * and cost are those of both. Answers that call tools, or that a content filter ended, are left as they are.
 * @throws {InvalidResponseSchema} before anything is sent.
 * @throws {AnswerDoesNotFit} when the second answer does not fit either, or the first was cut.
 */
export function withStructuredOutput(next: ModelCaller): ModelCaller {
  return async (call, options) => {
    const { responseFormat } = call.request;
    if (responseFormat === undefined) return next(call, options);
    const check = responseCheck(responseFormat);
    const deltas = createJsonDeltas(options);
    const watched = options.onDelta
      ? { ...options, onDelta: deltas.onDelta, onRetry: deltas.onRetry }
      : options;

    const first = await next(call, watched);
    const read = readAnswer(first, check);
    if ('text' in read) return finished({ ...first, text: read.text });
    const { problems } = read;
    if (first.finish === 'length') {
      throw new AnswerDoesNotFit(
        `The answer of ${first.model} was cut at the limit of output tokens, so its JSON is incomplete. ` +
          'Allow more output tokens, or request less.',
        problems,
      );
    }
    watched.onRetry?.();
    const { stored } = options;
    const second = await next(askAgain(call, first, problems), {
      ...watched,
      ...(stored && { stored: continued(stored, first) }),
    });
    const readAgain = readAnswer(second, check);
    if ('text' in readAgain) return finished({ ...together(first, second), text: readAgain.text });
    throw new AnswerDoesNotFit(
      `${second.model} answered twice in the wrong format. ` +
        'Make the schema simpler, or choose another model.',
      readAgain.problems,
    );

    function finished(answer: ModelAnswer): ModelAnswer {
      if (options.onDelta) deltas.finish(answer.text);
      return answer;
    }
  };
}

function readAnswer(
  { text, toolCalls, finish }: ModelAnswer,
  check: ResponseCheck,
): { text: string } | { problems: string[] } {
  if (toolCalls.length > 0 || finish === 'content_filter') return { text };
  const read = readJson(text);
  if (!read) return { problems: ['the answer is not JSON'] };
  const problems = check(read.value);
  return problems.length > 0 ? { problems } : { text: read.text };
}

function together(first: ModelAnswer, second: ModelAnswer): ModelAnswer {
  const costs = [first.costUsd, second.costUsd];
  return {
    ...second,
    attempts: [...first.attempts, ...second.attempts],
    usage: addUsage(first.usage, second.usage),
    costUsd: costs.includes(null) ? null : Decimal.sum(...costs.map((cost) => cost ?? 0)).toFixed(),
  };
}

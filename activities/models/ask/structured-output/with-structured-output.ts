import { Decimal } from '../../../base/decimal.ts';
import { addUsage } from '../../add-usage.ts';
import type { ModelAnswer, ModelCaller, ModelCall } from '../../model-caller.ts';
import { responseCheck } from './response-check.ts';
import type { ResponseCheck } from './response-check.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import type { ChatMessage, ChatDelta } from '../../../../contracts/models/messages.ts';
import type { StoredConversation } from '../../router.ts';
import type { CallOptions } from '../../provider.ts';
import { createJsonEnd } from '../text-tools/json-end.ts';
import { foreignJson } from '../../../../contracts/base/foreign-json.ts';

const fence = /```[\w-]*\s*\n?([\s\S]*?)```/;

/**
 * The JSON value that an answer is, or holds in a code fence or within prose, with its text. Undefined where there
 * is none.
 */
function readJson(answer: string): { text: string; value: Json } | undefined {
  const whole = answer.trim();
  const start = whole.search(/[[{]/);
  const end = Math.max(whole.lastIndexOf('}'), whole.lastIndexOf(']'));
  const candidates = [
    whole,
    fence.exec(whole)?.[1]?.trim(),
    start >= 0 ? whole.slice(start, end + 1) : undefined,
  ];
  for (const text of candidates) {
    const value = text ? foreignJson(text) : undefined;
    if (text && value !== undefined) return { text, value };
  }
  return undefined;
}

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
        `The answer of ${first.model} was cut off at the output token limit, so its JSON is incomplete. Allow more ` +
          'output tokens, or request less.',
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

/** The same question once more, after the answer that did not fit and with what is wrong with it. */
function askAgain(call: ModelCall, answer: ModelAnswer, problems: string[]): ModelCall {
  const { caller, request } = call;
  const complaint: ChatMessage = {
    role: 'user',
    text:
      `Your answer does not have the required format:\n${list(problems)}\n` +
      'Answer again with only the corrected JSON: no explanation, no code fence.',
  };
  const said: ChatMessage = {
    role: 'assistant',
    text: answer.text || '(nothing)',
    toolCalls: [],
    model: answer.model,
    ...(answer.reasoning && { reasoning: answer.reasoning }),
  };
  // A provider that keeps the conversation has all that came before.
  const isKept = answer.responseId !== undefined;
  const messages = isKept ? [complaint] : [...request.messages, said, complaint];
  return {
    ...call,
    caller: { ...caller, callId: `${caller.callId}:repair` },
    request: { ...request, messages },
  };
}

/** The stored conversation as the answer left it. */
function continued(stored: StoredConversation, { responseId }: ModelAnswer): StoredConversation {
  const { resumeResponseId: _answered, resumeModel: _model, ...rest } = stored;
  return responseId === undefined ? rest : { ...rest, previousResponseId: responseId };
}

function list(problems: readonly string[]): string {
  return problems.map((problem) => `- ${problem}`).join('\n');
}

type Watch = Pick<CallOptions, 'onDelta' | 'onRetry'>;

/**
 * Passes on the parts of an answer that is to be JSON. Text is passed on as it comes when it begins as a JSON object or
 * list, without the space before it and until that ends; other text (a code fence, an introduction, remarks after the
 * JSON) is held back until it is known what of it counts.
 */
export function createJsonDeltas({ onDelta, onRetry }: Watch) {
  let text = '';
  let told = '';
  let endIn = createJsonEnd(0);
  return {
    onDelta(delta: ChatDelta): void {
      if (delta.type !== 'text-delta') return onDelta?.(delta);
      text = text === '' ? delta.text.trimStart() : text + delta.text;
      if (/^[[{]/.test(text)) tell(text.slice(told.length, endIn(text)));
    },
    onRetry(): void {
      text = '';
      told = '';
      endIn = createJsonEnd(0);
      onRetry?.();
    },
    /** Tells of the rest of the answer's text, or of all of it where what was told is not its beginning. */
    finish(answer: string): void {
      const whole = answer.trimStart();
      if (!whole.startsWith(told)) {
        told = '';
        onRetry?.();
      }
      tell(whole.slice(told.length));
    },
  };

  function tell(part: string): void {
    if (part === '') return;
    told += part;
    onDelta?.({ type: 'text-delta', text: part });
  }
}

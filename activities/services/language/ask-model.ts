import { randomUUID } from 'node:crypto';
import type { JsonSchema } from '../../../contracts/base/json.ts';
import { BudgetExceeded } from '../../models/model-caller.ts';
import type { ModelCaller } from '../../models/model-caller.ts';
import { AllModelsFailed, CallDelayed } from '../../models/router.ts';
import { AnswerDoesNotFit } from '../../models/ask/structured-output/with-structured-output.ts';
import type { Payer } from '../../tool-kit/executor.ts';
import { NotYet, ToolError } from '../../tool-kit/tool.ts';

/** What a tool asks a model: what to do, and the text to do it with. */
export type Question = {
  instructions: string;
  /** It is given as data: instructions in it are part of the text. */
  text: string;
  /** The form of the answer; left out, plain text. */
  form?: { name: string; schema: JsonSchema };
  maximumOutputTokens: number;
};

export type ModelText = { text: string; model: string; costUsd: string | null };

/** Asks the configured models, one question and one answer. */
export type AskModel = (
  question: Question,
  terms: { key: string; payer: Payer; signal: AbortSignal },
) => Promise<ModelText>;

/** @param options.chain the models that are asked, in order. */
export function createAskModel({
  callModel,
  chain,
}: {
  callModel: ModelCaller;
  chain: readonly string[];
}): AskModel {
  return async (question, { key, payer, signal }) => {
    const { instructions, text, form, maximumOutputTokens } = question;
    const answer = await callModel(
      {
        // Answers are not kept: a tool that runs again asks, and pays, again.
        caller: { ...payer, callId: `${key}.model-${randomUUID()}` },
        chain,
        request: {
          messages: [
            { role: 'system', text: instructions },
            { role: 'user', text },
          ],
          tools: [],
          toolChoice: 'none',
          maximumOutputTokens,
          ...(form && { responseFormat: form }),
        },
      },
      { signal },
    ).catch(toToolError);
    if (answer.finish === 'length') {
      throw new ToolError('The answer of the model would be too long; give it less text.', {
        retryable: false,
      });
    }
    if (answer.finish === 'content_filter') {
      throw new ToolError("The model's provider refused the text.", {
        retryable: false,
        fault: 'upstream',
      });
    }
    return { text: answer.text, model: answer.model, costUsd: answer.costUsd };
  };
}

/** What a failed call of a model means for the tool that made it. */
export function toToolError(error: unknown): never {
  if (error instanceof CallDelayed) throw new NotYet(error.message, error.retryAfterMs);
  if (error instanceof BudgetExceeded)
    throw new ToolError(error.message, { retryable: false, fault: 'denied' });
  if (error instanceof AllModelsFailed) {
    const what = error.away.join(' and ');
    throw new ToolError(error.message, {
      retryable: error.retryable,
      fault: 'upstream',
      away: error.retryable && what ? { what } : undefined,
      cause: error,
    });
  }
  if (error instanceof AnswerDoesNotFit) {
    throw new ToolError(error.message, { retryable: true, cause: error });
  }
  throw error;
}

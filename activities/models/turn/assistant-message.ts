import { ApplicationFailure } from '@temporalio/activity';
import type { AssistantMessage, Reasoning } from '../../../contracts/models/messages.ts';
import { storable, storableText } from '../../../contracts/base/text.ts';
import type { RoutedResponse } from '../router.ts';

/**
 * The answer as it is kept, with all that its provider wants back. What the database refuses is replaced.
 * @param options.isText whether people read the text as it is: one that was cut says so then.
 * @throws `ContentFilter`: a refusal is no answer.
 */
export function assistantMessage(
  { text, toolCalls, finish, model, reasoning, responseId }: RoutedResponse,
  { isText }: { isText: boolean },
): AssistantMessage {
  if (finish === 'content_filter') {
    throw ApplicationFailure.nonRetryable(
      `${model} declined to answer. Change the task or the agent's models.`,
      'ContentFilter',
    );
  }
  const isCut = isText && finish === 'length' && toolCalls.length === 0;
  const kept = isCut ? `${text}\n\n(cut at the model's output token limit)` : text;
  return {
    role: 'assistant',
    text: storableText(kept),
    toolCalls: toolCalls.map((toolCall) => storable(toolCall)),
    ...(reasoning && { reasoning: reasoning.map(storableReasoning) }),
    model,
    ...(responseId !== undefined && { responseId: storableText(responseId) }),
  };
}

function storableReasoning({ text, opaque }: Reasoning): Reasoning {
  return { text: storableText(text), ...(opaque && { opaque: storable(opaque) }) };
}

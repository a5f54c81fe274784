import { ApplicationFailure } from '@temporalio/activity';
import { z } from 'zod';
import type { RequestedCall } from '../../../contracts/activities.ts';
import type { Json } from '../../../contracts/json.ts';
import type { ChatMessage, ToolCall } from '../../../contracts/messages.ts';
import type { Conversation } from '../../../db/repositories/conversations.ts';
import type { ToolExecutor } from '../../tools/executor.ts';
import { preview } from '../../preview.ts';
import { delegateOf, formOf } from './offered-tools.ts';

type Interpretation = {
  /** Calls to run before the next turn. */
  calls: RequestedCall[];
  /** Answers to calls that need no running, since they were wrong. */
  observations: { call: number; message: ChatMessage }[];
  /** The checked result, where the answer holds one. */
  output?: Json;
  /** Why the last result that the answer tried to deliver was none. */
  refused?: string;
};

/**
 * Reads what a model's answer asks for. The same answer always gives the same.
 * @throws `AnswerDoesNotFit` when it is to be JSON and is not.
 */
export function interpretAnswer(
  { text, toolCalls }: Extract<ChatMessage, { role: 'assistant' }>,
  conversation: Conversation,
  tools: Pick<ToolExecutor, 'label'>,
): Interpretation {
  const form = formOf(conversation);
  const result: Interpretation = { calls: [], observations: [] };
  if (conversation.settings.schema) return { ...result, output: valueOf(text) };
  if (toolCalls.length === 0 && !form && text.trim() !== '') result.output = { report: text };

  for (const [call, toolCall] of toolCalls.entries()) {
    const { name, args, argsError } = toolCall;
    const variant = form?.variants[name];
    if (argsError) {
      result.observations.push(refuse(call, toolCall, argsError));
    } else if (variant) {
      const checked = variant.parameters.safeParse(args);
      const several = Object.keys(form.variants).length > 1;
      if (checked.success && result.output === undefined) {
        result.output = {
          ...(several && { action: name }),
          ...z.record(z.string(), z.json()).parse(checked.data),
        };
      } else {
        const problem = checked.success
          ? 'The result was delivered by an earlier call of this answer.'
          : z.prettifyError(checked.error);
        result.observations.push(refuse(call, toolCall, problem));
        if (!checked.success) result.refused = `${name}: ${problem}`;
      }
    } else {
      const delegateTo = delegateOf(conversation, name);
      const label = delegateTo ? `delegate to ${delegateTo}` : tools.label(name, args);
      result.calls.push({ call, name, label, ...(delegateTo && { delegateTo }) });
    }
  }
  return result;
}

/** The value that was asked for, whose form is checked before it gets here. */
function valueOf(text: string): Json {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    const message = `The answer is not the JSON that was asked for: ${preview(text)}`;
    throw ApplicationFailure.nonRetryable(message, 'AnswerDoesNotFit');
  }
}

function refuse(call: number, { id, name }: ToolCall, problem: string) {
  const text = JSON.stringify({
    error: {
      type: 'VALIDATION_ERROR',
      message: `${name} was not run: ${problem} Mend the arguments and call it again.`,
    },
  });
  const message: ChatMessage = { role: 'tool', callId: id, name, text, isError: true };
  return { call, message };
}

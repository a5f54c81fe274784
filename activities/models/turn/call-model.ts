import { ApplicationFailure, Context } from '@temporalio/activity';
import type { ModelActivities } from '../../../contracts/activities.ts';
import type { Dependencies } from '../../dependencies.ts';
import { withHeartbeat } from '../../heartbeat.ts';
import { preview } from '../../preview.ts';
import { createAnswerTurn } from './answer-turn.ts';
import { interpretAnswer } from './interpret-answer.ts';

/** One request to a model, paid once: a turn that has an answer in the records is not asked again. */
export function createCallModel(dependencies: Dependencies): ModelActivities['callModel'] {
  const { artifacts, conversations, steps, tools } = dependencies;
  const answerTurn = createAnswerTurn(dependencies);

  return async function callModel(input) {
    const { conversationId, turn, runId, nodePath, step } = input;
    const key = { runId, nodePath, step };
    const conversation = await conversations.get(conversationId);
    if (!conversation) {
      throw ApplicationFailure.nonRetryable(
        `There is no conversation ${conversationId}.`,
        'ConversationNotFound',
      );
    }
    const stored = await conversations.answer(conversationId, turn);
    const asked = stored
      ? { status: 'answered' as const, message: stored }
      : await withHeartbeat(() => answerTurn(input, conversation));
    if (asked.status !== 'answered') return asked;
    const { message } = asked;
    const interpreted = interpretAnswer(message, conversation, tools);
    await conversations.append(conversationId, [
      { turn, position: 0, message },
      ...interpreted.observations.map(({ call, message: observation }) => ({
        turn,
        position: call + 1,
        message: observation,
      })),
    ]);
    const { calls, output, refused } = interpreted;
    const text = preview(message.text);
    await steps.finish(key, {
      status: 'completed',
      attempt: Context.current().info.attempt,
      output: {
        text,
        calls: message.toolCalls.map(({ name, args }) => tools.label(name, args)),
        ...(refused !== undefined && { refused }),
      },
    });
    return {
      status: 'answered',
      preview: text,
      calls,
      ...(refused !== undefined && { refused: preview(refused) }),
      ...(output !== undefined && { output: await artifacts.bound(key, output) }),
    };
  };
}

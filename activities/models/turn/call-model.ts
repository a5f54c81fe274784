import { Context } from '@temporalio/activity';
import type { ModelActivities } from '../../../contracts/activities/index.ts';
import type { AssistantMessage } from '../../../contracts/models/messages.ts';
import type { Plan } from '../../../contracts/agents/plan.ts';
import type { AnswerTurnNeeds } from './answer-turn.ts';
import type { Artifacts } from '../../base/artifacts.ts';
import { withHeartbeat } from '../../base/heartbeat.ts';
import { preview } from '../../base/preview.ts';
import { requireConversation } from '../../base/require-conversation.ts';
import { createWorkClock } from '../../base/work-clock.ts';
import { readResults } from './context/read-results.ts';
import { createAnswerTurn } from './answer-turn.ts';
import { interpretAnswer } from './interpret-answer.ts';

type Needs = { artifacts: Artifacts } & AnswerTurnNeeds;

/** One request to a model, paid once: a turn that has an answer in the records is not asked again. */
export function createCallModel(dependencies: Needs): ModelActivities['callModel'] {
  const { artifacts, conversations, plans, steps, tools } = dependencies;
  const answerTurn = createAnswerTurn(dependencies);

  return async function callModel(input) {
    const { conversationId, turn, toolChoice, runId, nodePath, step } = input;
    const key = { runId, nodePath, step };
    const conversation = await requireConversation(conversationId, dependencies);
    const stored = await conversations.answer(conversationId, turn);
    const clock = createWorkClock(input.leftMs);
    const asked = stored
      ? { status: 'answered' as const, message: stored }
      : await withHeartbeat(() => answerTurn(input, conversation, clock), clock);
    if (asked.status !== 'answered') return { ...asked, ...clock.worked() };
    const message = await kept(conversationId, turn, asked.message);
    const plan = await plans.latest(conversationId);
    const results = await readResults(message, conversation, dependencies);
    const isPlanFirst = toolChoice === 'plan' && turn === 1;
    const around = { tools, plan, isPlanFirst, results };
    const interpreted = interpretAnswer(message, conversation, around);
    await conversations.append(
      conversationId,
      interpreted.observations.map(({ call, message: observation }) => ({
        turn,
        position: call + 1,
        message: observation,
      })),
    );
    const { calls, output, refused, reads, plan: revision } = interpreted;
    if (revision) await plans.revise({ ...key, conversationId }, () => revision);
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
      ...clock.worked(),
      preview: text,
      calls,
      ...(revision && { plan: progressOf(revision) }),
      ...(reads > 0 && { reads }),
      ...(refused !== undefined && { refused: preview(refused) }),
      ...(output !== undefined && { output: await artifacts.bound(key, output) }),
    };
  };

  /** Stores an answer. Of two attempts that overlap the first one's answer counts, for both. */
  async function kept(
    conversationId: string,
    turn: number,
    message: AssistantMessage,
  ): Promise<AssistantMessage> {
    await conversations.append(conversationId, [{ turn, position: 0, message }]);
    return (await conversations.answer(conversationId, turn)) ?? message;
  }
}

function progressOf({ steps }: Plan): { done: number; steps: number } {
  return { done: steps.filter(({ status }) => status === 'done').length, steps: steps.length };
}

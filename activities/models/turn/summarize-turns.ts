import { Context } from '@temporalio/activity';
import type { ModelActivities } from '../../../contracts/activities/index.ts';
import { storableText } from '../../../contracts/base/text.ts';
import type { RecordedCallNeeds } from './recorded-call.ts';
import type { ModelCaller } from '../model-caller.ts';
import type { ConversationRepository } from '../../../db/repositories/runs/conversations.ts';
import type { ModelWindows } from './context/model-windows.ts';
import { withHeartbeat } from '../../base/heartbeat.ts';
import { requireConversation } from '../../base/require-conversation.ts';
import { preview } from '../../base/preview.ts';
import { createWorkClock } from '../../base/work-clock.ts';
import { chainWindow } from './context/chain-window.ts';
import { summaryMessage } from './context/summary-message.ts';
import { summaryRequest } from './context/summary-request.ts';
import { messagePlaces } from '../../../contracts/models/message-places.ts';
import { createRecordedCall } from './recorded-call.ts';

type Needs = {
  callModel: ModelCaller;
  conversations: ConversationRepository;
  windows: ModelWindows;
} & RecordedCallNeeds;

/** A summary of the first turns of a conversation, written by the agent's models, paid once and stored once. */
export function createSummarizeTurns(dependencies: Needs): ModelActivities['summarizeTurns'] {
  const { conversations, models, steps } = dependencies;
  const recordedCall = createRecordedCall(dependencies);

  return async function summarizeTurns({ conversationId, turn, through, leftMs, ...key }) {
    const place = messagePlaces.summary;
    if (await conversations.messageAt(conversationId, through, place))
      return { status: 'answered' };
    const conversation = await requireConversation(conversationId, dependencies);
    const { agent } = conversation;
    const chain = agent.models.length > 0 ? agent.models : models.defaultChain;
    const window = chainWindow(chain, dependencies);
    const since = await conversations.messagesSince(conversationId, place);
    const request = summaryRequest(
      since.filter((entry) => entry.turn <= through),
      { window },
    );
    const clock = createWorkClock(leftMs);
    const about = { key, turn, label: `summary of turns 1 to ${through}`, conversation, clock };
    const asked = await withHeartbeat(
      () =>
        recordedCall(about, ({ caller, options }) =>
          dependencies.callModel({ caller, chain, request }, options),
        ),
      clock,
    );
    if (asked.status !== 'answered') return { ...asked, ...clock.worked() };
    const stored = (await conversations.messages(conversationId)).filter(
      (entry) => entry.turn <= through,
    );
    const written = storableText(asked.answer.text);
    const message = summaryMessage({ written, stored, through, window });
    await conversations.append(conversationId, [{ turn: through, position: place, message }]);
    await steps.finish(key, {
      status: 'completed',
      attempt: Context.current().info.attempt,
      output: { text: preview(written) },
    });
    return { status: 'answered', ...clock.worked() };
  };
}

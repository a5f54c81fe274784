import { useQuery } from '@tanstack/react-query';
import type { ConversationView } from '../../../../../contracts/api/index.ts';
import { queries } from '../../../api/queries.ts';
import { useLiveCall } from '../../../api/streams/run-stream.ts';
import { OutsideMark } from '../../../components/values/outside-mark.tsx';
import { attemptOf } from '../../../api/node-paths.ts';
import { useRunContext } from '../run-context.ts';
import { LiveAnswer } from './live-answer.tsx';
import { Message } from './message.tsx';
import { texts } from '../texts.ts';

/** What an agent was told, said and did, one conversation for each attempt. */
export function Conversations({ nodePath }: { nodePath: string }) {
  const { run, hasEnded } = useRunContext();
  const { data, error, isPending } = useQuery({
    ...queries.conversations(run.id, nodePath),
    refetchInterval: hasEnded ? false : 1_500,
  });
  if (isPending) return <p className="mt-4 text-muted">{texts.page.loading}</p>;
  if (error) return <p className="mt-4 text-bad">{error.message}</p>;
  if (data.items.length === 0) return <p className="mt-4 text-muted">{texts.conversation.empty}</p>;
  return data.items.map((conversation) => (
    <Conversation
      key={conversation.id}
      conversation={conversation}
      isOneOfSeveral={data.items.length > 1}
    />
  ));
}

type ConversationProps = { conversation: ConversationView; isOneOfSeveral: boolean };

function Conversation({ conversation, isOneOfSeveral }: ConversationProps) {
  const { messages, nodePath, id, outside } = conversation;
  const { run } = useRunContext();
  const call = useLiveCall(run.id, nodePath);
  const isOnRecord = messages.some(({ turn }) => call?.step === `turn-${turn}`);
  return (
    <section className="mt-4">
      {isOneOfSeveral && (
        <h3 className="mb-2 font-semibold">{texts.conversation.attempt(attemptOf(id))}</h3>
      )}
      {outside && (
        <p className="mb-3">
          <OutsideMark sources={outside} what={texts.conversation.untrustedTask} />
        </p>
      )}
      <ol className="grid gap-3">
        {messages.map(({ turn, message, place }, index) => (
          // Messages are only added.
          <li key={index}>
            <Message message={message} turn={turn} nodePath={nodePath} place={place} />
          </li>
        ))}
        {call && !isOnRecord && (
          <li>
            <LiveAnswer call={call} />
          </li>
        )}
      </ol>
    </section>
  );
}

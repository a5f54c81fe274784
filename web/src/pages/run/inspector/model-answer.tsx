import { useQuery } from '@tanstack/react-query';
import type { StepView } from '../../../../../contracts/api/index.ts';
import { queries } from '../../../api/queries.ts';
import { useLiveCall } from '../../../api/streams/run-stream.ts';
import { attemptOf } from '../../../api/node-paths.ts';
import { useRunContext } from '../run-context.ts';
import { LiveAnswer } from './live-answer.tsx';
import { Message } from './message.tsx';
import { Section } from './section.tsx';
import { texts } from '../texts.ts';

/** What a model call gave: the answer, and what the tools that it asked for answered. */
export function ModelAnswer({ step }: { step: StepView }) {
  const { run } = useRunContext();
  const { nodePath, status } = step;
  const call = useLiveCall(run.id, nodePath);
  const turn = Number(/^turn-(\d+)/.exec(step.step)?.[1]);
  const { data } = useQuery({
    ...queries.conversations(run.id, nodePath),
    enabled: status === 'completed',
    // Answers of tools come after the model's.
    refetchInterval: run.endedAt === null ? 1_500 : false,
  });
  const conversation = data?.items.findLast(
    (item) => attemptOf(item.nodePath) === attemptOf(nodePath),
  );
  const messages = conversation?.messages.filter((entry) => entry.turn === turn) ?? [];
  if (messages.length === 0) {
    if (call?.step !== step.step || status === 'failed') return null;
    return (
      <Section title={texts.step.answer}>
        <LiveAnswer call={call} />
      </Section>
    );
  }
  return (
    <Section title={texts.step.answer}>
      <ol className="grid gap-3">
        {messages.map(({ message }, index) => (
          // Messages are only added.
          <li key={index}>
            <Message message={message} turn={turn} nodePath={nodePath} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

import { useCallInside } from '../../../api/streams/run-stream.ts';
import { isWithin, plainPath } from '../../../api/node-paths.ts';
import { useRunContext } from '../run-context.ts';
import { LiveAnswer } from './live-answer.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { texts } from '../texts.ts';

/** What a model says at this moment in a node, or in what is inside of it. */
export function LiveNow({ nodePath }: { nodePath: string }) {
  const { run, steps, moment } = useRunContext();
  const live = useCallInside(run.id, nodePath);
  const call = moment === undefined ? live : undefined;
  const isAsked = steps.some(
    (step) =>
      step.kind === 'model' &&
      step.status === 'running' &&
      isWithin(plainPath(step.nodePath), plainPath(nodePath)),
  );
  if (!call && !isAsked) return null;
  return (
    <Section title={texts.live.now}>
      {call ? <LiveAnswer call={call} /> : <p className="text-muted">{texts.live.waiting}</p>}
    </Section>
  );
}

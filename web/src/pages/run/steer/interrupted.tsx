import { useState } from 'react';
import type { FormEvent } from 'react';
import type { RunView } from '../../../../../contracts/api/index.ts';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { isWithin, parentOf, plainPath } from '../../../api/node-paths.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { useSteer } from './use-steer.ts';
import { texts } from '../texts.ts';

/** The agents that stand still, in a node or in the whole run, each with the way to let it go on. */
export function Interrupted({ nodePath = '' }: { nodePath?: string }) {
  const { run, isStopping } = useRunContext();
  if (isStopping) return null;
  return run.interrupted
    .filter((agent) => nodePath === '' || isWithin(plainPath(agent.nodePath), plainPath(nodePath)))
    .map((agent) => <InterruptedAgent key={agent.nodePath} agent={agent} />);
}

function InterruptedAgent({ agent }: { agent: RunView['interrupted'][number] }) {
  const { nodePath, by, reason, at } = agent;
  const { placed } = useRunContext();
  const [instruction, setInstruction] = useState('');
  const resume = useSteer('resume', nodePath);
  const title = titleOfPath(placed, nodePath);
  const above = parentOf(nodePath);
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    resume.mutate(instruction.trim() ? { instruction: instruction.trim() } : {});
  }
  return (
    <form
      aria-label={texts.steer.isInterrupted(title)}
      onSubmit={onSubmit}
      className="my-4 rounded-lg border border-line p-4"
    >
      <h3 className="text-[15px] font-semibold">{texts.steer.isInterrupted(title)}</h3>
      <p className="mb-3 text-muted">
        {above !== '' && texts.steer.inside(titleOfPath(placed, above))}
        {texts.steer.interruptedBy(by, reason ?? '')}
        <Ago instant={at} />
      </p>
      <Field label={texts.steer.instruction} help={texts.steer.instructionHelp}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={20_000}
            value={instruction}
            onChange={({ target }) => setInstruction(target.value)}
            className={controlLook}
          />
        )}
      </Field>
      <RightButton
        right="operate"
        type="submit"
        look="primary"
        className="mt-3 min-h-11 md:min-h-8"
        disabled={resume.isPending || resume.isSuccess}
      >
        {resume.isSuccess ? texts.steer.resuming : texts.steer.resume}
      </RightButton>
    </form>
  );
}

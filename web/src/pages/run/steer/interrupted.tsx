import { useState } from 'react';
import type { FormEvent } from 'react';
import type { RunView } from '../../../../../contracts/api/index.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Field, controlLook } from '../../../components/controls/field.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { isWithin, parentOf, plainPath } from '../../../api/node-paths.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { useRunContext } from '../run-context.ts';
import { useSteer } from './use-steer.ts';

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
      aria-label={`${title} stands still`}
      onSubmit={onSubmit}
      className="my-4 rounded-lg border border-line p-4"
    >
      <h3 className="text-[15px] font-semibold">{title} stands still</h3>
      <p className="mb-3 text-muted">
        {above !== '' && `In ${titleOfPath(placed, above)}. `}
        Interrupted by {by}
        {reason ? `: ${reason}` : ''} · <Ago instant={at} />
      </p>
      <Field label="Instruction (optional)" help="The agent is told it before it goes on.">
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
      <Button
        type="submit"
        look="primary"
        className="mt-3 min-h-11 md:min-h-8"
        disabled={resume.isPending || resume.isSuccess}
      >
        {resume.isSuccess ? 'Goes on' : 'Let it go on'}
      </Button>
    </form>
  );
}

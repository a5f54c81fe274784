import { CirclePause } from 'lucide-react';
import { useEffect, useState } from 'react';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { isWithin, plainPath } from '../../../api/node-paths.ts';
import { useRunContext } from '../run-context.ts';
import { useSteer } from './use-steer.ts';
import { texts } from '../texts.ts';
import type { RunView } from '../../../../../contracts/api/index.ts';
import type { PlacedNode } from '../placed-nodes.ts';

/**
 * The button that makes agents stand still after the turn that they are in.
 * @param nodePath the agent; left out, every one at work.
 */
export function Interrupt({ nodePath }: { nodePath?: string }) {
  const { run, placed, isStopping } = useRunContext();
  const interrupt = useSteer('interrupt', nodePath);
  const atWork = agentsAtWork(placed.values(), run.interrupted).filter(
    (path) => nodePath === undefined || isWithin(plainPath(nodePath), path),
  );
  // Who stands still now has done what it was told: later it can be told again.
  const still = run.interrupted.map((agent) => plainPath(agent.nodePath)).join();
  const [done, setDone] = useState<string[]>([]);
  const { submittedAt } = interrupt;
  useEffect(() => setDone([]), [submittedAt]);
  useEffect(() => {
    if (still !== '') setDone((before) => [...before, ...still.split(',')]);
  }, [still]);
  if (atWork.length === 0 || isStopping) return null;
  const told = (interrupt.data?.agents ?? []).map(plainPath).filter((path) => !done.includes(path));
  const isTold = told.some((path) => atWork.some((agent) => isWithin(path, agent)));
  return (
    <RightButton
      right="operate"
      title={texts.steer.interruptHint}
      disabled={interrupt.isPending || isTold}
      onClick={() => interrupt.mutate({})}
    >
      <CirclePause aria-hidden className="size-4" />
      {isTold ? texts.steer.interrupting : texts.steer.interrupt}
    </RightButton>
  );
}

/** The paths of the nodes whose agent is at work and does not stand still. */
function agentsAtWork(
  placed: Iterable<PlacedNode>,
  interrupted: Pick<RunView['interrupted'][number], 'nodePath'>[],
): string[] {
  const still = interrupted.map(({ nodePath }) => plainPath(nodePath));
  return [...placed]
    .filter(({ node }) => node.kind === 'agent' && node.status === 'running')
    .map(({ path }) => path)
    .filter((path) => !still.some((other) => isWithin(other, path)));
}

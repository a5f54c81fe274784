import { suggest } from '../../contracts/base/nearest.ts';
import { sentence } from '../../contracts/base/text.ts';
import { sealedResumption } from '../../contracts/runs/resume-claim.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import { newSecret } from '../../db/repositories/access/secrets.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import type { InterruptRequest, ResumeRequest } from '../../workflows/messages.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { isOver } from './cancel-run.ts';

type Agent = { id: string; nodePath: string };

/**
 * Tells agents of a run to stand still after the turn that they are in.
 * @param nodePath of an agent, of which those that it delegated to are a part; left out, every one at work.
 * @returns the node paths of the agents that were told.
 * @throws {Problem} `conflict` when none is at work, `not-found` when no agent has that path.
 */
export async function interruptRun(
  services: Services,
  run: RunRow,
  { nodePath, ...request }: InterruptRequest & { nodePath?: string },
): Promise<string[]> {
  return tell(services, run, nodePath, ({ id }) => services.temporal.interruptAgent(id, request));
}

/**
 * Lets interrupted agents of a run go on. Only those that were not delegated to by another one of them are told
 * the instruction.
 * The instruction is on the access log before they hear it: who gave it may not approve what they ask for.
 * @param nodePath as with {@link interruptRun}; the agents that delegated to it go on too: they would stand still
 * as soon as it answers.
 * @returns and throws as {@link interruptRun} does.
 */
export async function resumeRun(
  services: Services,
  run: RunRow,
  { nodePath, instruction, by, address }: ResumeRequest & { nodePath?: string; address: string },
): Promise<string[]> {
  const note = (agents: string[]) =>
    services.accessLog.add({
      by,
      action: 'run.instructed',
      target: run.id,
      address,
      detail: { agents },
    });
  const resume = ({ id }: Agent, isFirst: boolean) => {
    const isTold = instruction !== undefined && instruction.trim() !== '' && isFirst;
    const request = { by, ...(isTold && { instruction }), nonce: newSecret() };
    const seal = services.signatures.seals.sign(sealedResumption({ ...request, workflowId: id }));
    return services.temporal.resumeAgent(id, { ...request, seal });
  };
  const told = await tell(
    services,
    run,
    nodePath,
    resume,
    instruction === undefined ? undefined : note,
  );
  if (nodePath === undefined) return told;
  const begun = await services.conversations.list(run.id);
  const delegators = begun.filter((agent) => nodePath.startsWith(`${agent.nodePath}/`));
  return [...told, ...(await tellAll(delegators, (agent) => resume(agent, false)))];
}

async function tell(
  services: Services,
  run: RunRow,
  nodePath: string | undefined,
  signal: (agent: Agent, isFirst: boolean) => Promise<void>,
  before?: (firstPaths: string[]) => Promise<void>,
): Promise<string[]> {
  if (hasEnded(run.status)) {
    throw new Problem('conflict', `Run ${run.id} has ended, so none of its agents is running.`);
  }
  const agents = await agentsOf(services, run, nodePath);
  const isFirst = ({ nodePath: path }: Agent) =>
    !agents.some((other) => path.startsWith(`${other.nodePath}/`));
  const firstPaths = agents.filter(isFirst).map(({ nodePath: path }) => path);
  if (firstPaths.length > 0) await before?.(firstPaths);
  const told = await tellAll(agents, (agent) => signal(agent, isFirst(agent)));
  if (told.length > 0) return told;
  throw new Problem(
    'conflict',
    nodePath === undefined
      ? `No agent of run ${run.id} is running now.`
      : `Agent ${nodePath} is not running: it has not started yet, or it has ended.`,
  );
}

/** Gives the paths of those who are at work: which are, only their workflows know. */
async function tellAll(
  agents: readonly Agent[],
  signal: (agent: Agent) => Promise<void>,
): Promise<string[]> {
  const told: string[] = [];
  for (const agent of agents) {
    const heard = await signal(agent).then(
      () => true,
      (error: unknown) => {
        if (isOver(error)) return false;
        throw error;
      },
    );
    if (heard) told.push(agent.nodePath);
  }
  return told;
}

/** The agents of a run that have begun, the latest first: those that are at work are among the latest. */
async function agentsOf(
  { conversations }: Services,
  run: RunRow,
  nodePath: string | undefined,
): Promise<Agent[]> {
  const begun = (await conversations.list(run.id)).toReversed();
  if (nodePath === undefined) return begun;
  const named = begun.filter(({ nodePath: path }) => isWithin(path, nodePath));
  const nodes = run.compiled.pipeline.nodes.flatMap(({ id, kind }) =>
    kind === 'agent' ? [id] : [],
  );
  if (named.length > 0 || nodes.includes(nodePath)) return named;
  const known = [...new Set([...nodes, ...begun.map(({ nodePath: path }) => path)])];
  throw new Problem(
    'not-found',
    `Run ${run.id} has no agent at ${nodePath}. ${sentence(suggest(nodePath, known))}`,
  );
}

/** Whether a path is the other one, a later try of it, or leads on from it. */
function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`) || path.startsWith(`${outer}.`);
}

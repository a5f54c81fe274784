import type { FieldProblem } from '../../contracts/api/index.ts';
import type { CompiledPipeline } from '../../contracts/pipelines/pipeline.ts';
import { toolsByName } from '../../contracts/tools/tools.ts';
import type { ToolSpec } from '../../contracts/tools/tools.ts';
import type { Problem as Mistake } from '../../contracts/values/problem.ts';
import { refusedCalls } from '../../contracts/pipelines/validation/refused-calls.ts';
import type { RefusedCall, UserOfRun } from '../../contracts/pipelines/validation/refused-calls.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { surroundingsFor } from './surroundings-for.ts';

type Around = UserOfRun & { tools: readonly ToolSpec[] };

/**
 * Makes sure, before a run is taken, that not all of its ways end at a call that its user may not make.
 * @returns the calls that it may come to and that its user may not make as things are.
 * @throws {Problem} `plan-required` or `forbidden` with each node at which it would end, and how to fix it.
 */
export function requireToolRights(compiled: CompiledPipeline, around: Around): FieldProblem[] {
  const { calls, ending } = refusedCalls(compiled, toolsByName(around.tools), around);
  if (ending.length === 0) return calls.map(warningOf);
  const errors = ending.map(problemOf);
  const list = errors.map(({ path, message, fix }) => `${path}: ${message}; ${fix}`).join('. ');
  throw new Problem(
    ending.every(({ code }) => code === 'PLAN_REQUIRED') ? 'plan-required' : 'forbidden',
    `Nothing was started: ${around.user.name} cannot call tools that the run needs: ${list}.`,
    errors,
  );
}

/** Such calls of a run that was taken before; none where they cannot be found out now, since the run goes on all the same. */
export async function rightsWarnings(
  services: Readers,
  { compiled, user }: Pick<RunRow, 'compiled' | 'user'>,
): Promise<FieldProblem[]> {
  try {
    return (await callsFor(services, compiled, user)).map(warningOf);
  } catch {
    return [];
  }
}

/** The same of a valid document that a user would run, with the places in that document: `nodes[2]`. */
export async function documentWarnings(
  services: Readers,
  document: Pick<CompiledPipeline, 'pipeline' | 'pipelines'>,
  user: string,
): Promise<Mistake[]> {
  const ids = document.pipeline.nodes.map(({ id }) => id);
  return (await callsFor(services, document, user)).map((call) => ({
    ...warningOf(call),
    path: `nodes[${ids.indexOf(call.node)}]`,
  }));
}

type Readers = Pick<Services, 'catalog' | 'users'>;

async function callsFor(
  services: Readers,
  compiled: Pick<CompiledPipeline, 'pipeline' | 'pipelines'>,
  user: string,
): Promise<RefusedCall[]> {
  const around = await surroundingsFor(services, user);
  return refusedCalls(compiled, toolsByName(around.tools), around).calls;
}

/** In a child pipeline, the message says where. */
function problemOf({ node, at, tool, message, fix }: RefusedCall): Mistake {
  const where = at === node ? '' : `in ${at}, `;
  return { path: `nodes.${node}`, message: `${where}${tool} ${message}`, fix };
}

function warningOf(call: RefusedCall): Mistake {
  const problem = problemOf(call);
  return { ...problem, message: `${problem.message}, and the run fails when it reaches that node` };
}

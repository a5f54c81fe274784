import type { Json } from '../../contracts/base/json.ts';
import type { Moment } from '../../contracts/tools/moment.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';

/** The moment of what texts name, as domains know it; undefined is now. */
export type MomentNamed = (texts: readonly string[]) => Promise<Moment | undefined>;

/**
 * Up to when a run may know of anything; undefined is now.
 * @param args of the call of a tool that asks.
 */
export type MomentOfRun = (runId: string, args?: Json) => Promise<Moment | undefined>;

/**
 * A run is as of the moment of what it works on: of its input, of the tasks and arguments in its pipeline's nodes, and of what
 * its calls of tools have named. The moment is fixed when it is first asked for, and stays as the run goes on.
 */
export function createMomentOfRun(
  runs: Pick<RunRepository, 'subject' | 'fixMoment'>,
  momentNamed: MomentNamed,
): MomentOfRun {
  return async (runId, args = null) => {
    const { input, compiled, moment } = await runs.subject(runId);
    if (moment) return moment;
    const pipelines = [compiled.pipeline, ...Object.values(compiled.pipelines)];
    const given = pipelines.flatMap(({ nodes }) => nodes.flatMap(givenIn));
    const found = await momentNamed([...textsIn(input), ...given, ...namesIn(args)]);
    return found && runs.fixMoment(runId, found);
  };
}

/** What the arguments of a call name: a text of several words only mentions it, as a search does. */
const namesIn = (args: Json) => textsIn(args).filter((text) => !/\s/.test(text.trim()));

/** Every text in a value, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** What a node's own text gives to agents and tools: titles and instructions may name anything. */
function givenIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, inside]) =>
    name === 'task' || name === 'args' ? textsIn(inside) : givenIn(inside),
  );
}

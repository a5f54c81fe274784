import type { Moment } from '../../contracts/tools/moment.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';

/** The moment of what texts name, as domains know it; undefined is now. */
export type MomentNamed = (texts: readonly string[]) => Promise<Moment | undefined>;

/** Up to when a run may know of anything; undefined is now. */
export type MomentOfRun = (runId: string) => Promise<Moment | undefined>;

/** A run is as of the moment of what it works on: of its input, and of the tasks and arguments in its pipeline's nodes. */
export function createMomentOfRun(
  runs: Pick<RunRepository, 'subject'>,
  momentNamed: MomentNamed,
): MomentOfRun {
  return async (runId) => {
    const { input, compiled } = await runs.subject(runId);
    const pipelines = [compiled.pipeline, ...Object.values(compiled.pipelines)];
    const given = pipelines.flatMap(({ nodes }) => nodes.flatMap(givenIn));
    return momentNamed([...textsIn(input), ...given]);
  };
}

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

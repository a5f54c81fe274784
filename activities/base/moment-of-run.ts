import { LRUCache } from 'lru-cache';
import type { Json } from '../../contracts/base/json.ts';
import type { Moment } from '../../contracts/tools/moment.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';

/** The moment of what texts name, as domains know it; undefined is now. */
export type MomentNamed = (texts: readonly string[]) => Promise<Moment | undefined>;

/** Up to when a run may know of anything; undefined is now. */
export type MomentOfRun = {
  ofRun(runId: string): Promise<Moment | undefined>;
  /**
   * As `ofRun`, for a call of a tool, whose arguments may name the moment: what they name is looked up first.
   * @returns what gives the moment, asked with the one that the run's record holds.
   */
  ofCall(
    runId: string,
    args: Json,
  ): Promise<(recorded: Moment | null) => Promise<Moment | undefined>>;
};

/** Where no text names a moment, every run is as of now. */
export const alwaysNow: MomentOfRun = {
  ofRun: async () => undefined,
  ofCall: async () => async () => undefined,
};

const mostRuns = 1_000;
/** Of texts, of all runs together. */
const mostCharacters = 16 * 1024 * 1024;

/**
 * A run is as of the moment of what it works on: of its input, of the tasks and arguments in its pipeline's nodes, and of what
 * its calls of tools have named. The moment is fixed when it is first asked for, and stays as the run goes on.
 */
export function createMomentOfRun(
  runs: Pick<RunRepository, 'subject' | 'fixMoment'>,
  momentNamed: MomentNamed,
): MomentOfRun {
  const fixed = new LRUCache<string, Moment>({ max: mostRuns });
  const given = new LRUCache<string, string[]>({
    maxSize: mostCharacters,
    sizeCalculation: (texts) => texts.reduce((sum, { length }) => sum + length, 1),
  });

  /** The texts that a run was given, which never change, with the moment that its record holds. */
  async function look(runId: string): Promise<{ texts: string[]; moment: Moment | null }> {
    const { input, compiled, moment } = await runs.subject(runId);
    const pipelines = [compiled.pipeline, ...Object.values(compiled.pipelines)];
    const inNodes = pipelines.flatMap(({ nodes }) => nodes.flatMap(givenIn));
    const texts = [...textsIn(input), ...inNodes];
    given.set(runId, texts);
    return { texts, moment };
  }

  async function ofCall(runId: string, args: Json) {
    const known = fixed.get(runId);
    if (known) return async () => known;
    const texts = given.get(runId) ?? (await look(runId)).texts;
    const named = await momentNamed([...texts, ...namesIn(args)]);
    return async (recorded: Moment | null) => {
      const moment = recorded ?? (named && (await runs.fixMoment(runId, named)));
      if (moment) fixed.set(runId, moment);
      return moment;
    };
  }

  return {
    ofCall,
    async ofRun(runId) {
      const { moment } = await look(runId);
      const fix = await ofCall(runId, null);
      return fix(moment);
    },
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

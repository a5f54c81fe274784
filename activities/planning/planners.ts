import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileProblem } from '../../contracts/agents/file-problem.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { PlannerInput } from '../../contracts/planner.ts';
import { createRedactor } from '../../telemetry/redactor.ts';
import { PlannerFailed, askPlanner } from './ask-planner.ts';

const suffix = '.planner.ts';

/** The longest that a file may take until it is loaded. */
const loadMs = 5_000;

/** The user's own planners. */
export type Planners = {
  /**
   * Has the planner of a name plan, as its file is now. What it gives is not checked.
   * @throws {Error} that says what went wrong, without secrets.
   */
  plan(
    name: string,
    input: Omit<PlannerInput, 'signal'>,
    limits: { timeMs: number; signal: AbortSignal },
  ): Promise<Json | undefined>;
  /** The names of those that can be used, and what is wrong with the others. */
  check(): Promise<{ names: string[]; problems: FileProblem[] }>;
};

/** The files of planners in a folder, in order; none where there is no such folder. */
export async function plannerFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(suffix) && !name.startsWith('.'))
    .toSorted()
    .map((name) => join(folder, name));
}

/**
 * The planners in a folder, each a file `<name>.planner.ts` whose default export is one.
 * @param redact takes secrets out of what they say of their mistakes.
 */
export function plannersIn(folder: string, redact = createRedactor(process.env).text): Planners {
  const fileOf = (name: string) => join(folder, `${name}${suffix}`);
  const urlOf = (name: string) => pathToFileURL(resolve(fileOf(name))).href;
  /** What was found of each file, until it changes. */
  const looks = new Map<string, { state: string; problem: Promise<FileProblem | undefined> }>();

  async function look(name: string): Promise<FileProblem | undefined> {
    try {
      await askPlanner({ url: urlOf(name), name, timeMs: loadMs });
      return undefined;
    } catch (error) {
      const { line, column } =
        error instanceof PlannerFailed ? error.place : { line: 1, column: 1 };
      return {
        file: fileOf(name),
        line,
        column,
        path: '',
        message: redact(error instanceof Error ? error.message : String(error)),
        fix: 'export default definePlanner({ name, plan }), and run no other code when the file is loaded',
      };
    }
  }

  async function problemOf(name: string): Promise<FileProblem | undefined> {
    const { mtimeMs, size } = await stat(fileOf(name)).catch(() => ({ mtimeMs: 0, size: 0 }));
    const state = `${mtimeMs} ${size}`;
    const known = looks.get(name);
    if (known?.state === state) return known.problem;
    const problem = look(name);
    looks.set(name, { state, problem });
    return problem;
  }

  return {
    async plan(name, input, { timeMs, signal }) {
      await stat(fileOf(name)).catch(() => {
        throw new Error(`file ${fileOf(name)} not found`);
      });
      return askPlanner({ url: urlOf(name), name, input, timeMs }, signal).catch((error: Error) => {
        throw new Error(redact(error.message));
      });
    },
    async check() {
      const names = (await plannerFilesIn(folder)).map((file) => basename(file, suffix));
      const problems = await Promise.all(names.map(problemOf));
      return {
        names: names.filter((_name, index) => !problems[index]),
        problems: problems.flatMap((problem) => problem ?? []),
      };
    },
  };
}

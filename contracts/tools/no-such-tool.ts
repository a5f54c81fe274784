import type { FileProblem } from '../agents/file-problem.ts';
import { suggest } from '../base/nearest.ts';

/** What is wrong with the file of a tool that is therefore not there; undefined where that is not why. */
export function brokenTool(
  name: string,
  problems: readonly FileProblem[],
): { message: string; fix: string } | undefined {
  const [bare] = name.split('@');
  const found = problems.find(({ tool }) => tool === bare);
  if (!found) return undefined;
  const { file, line, column, message, fix } = found;
  const place = `${file}:${line}:${column}`;
  return { message: `cannot be used: its file has a mistake at ${place}, ${message}`, fix };
}

/**
 * That there is no tool of a name, and what to do: correct its file, or take the nearest.
 * @param known the names that there are.
 * @param problems what is wrong with files of tools.
 */
export function noSuchTool(
  name: string,
  known: Iterable<string>,
  problems: readonly FileProblem[],
): string {
  const broken = brokenTool(name, problems);
  if (broken) return `The tool "${name}" ${broken.message}; ${broken.fix}`;
  return `There is no tool "${name}": ${suggest(name, known)}`;
}

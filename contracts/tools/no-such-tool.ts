import type { FileProblem } from '../agents/file-problem.ts';
import { suggest } from '../base/nearest.ts';
import { sentence } from '../base/text.ts';

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
  return { message: `cannot be used because its file has an error at ${place}: ${message}`, fix };
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
  if (broken) return `Tool "${name}" ${broken.message}. ${sentence(broken.fix)}`;
  return `Tool "${name}" not found. ${sentence(suggest(name, known))}`;
}

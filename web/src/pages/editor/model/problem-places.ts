import type { Problem } from '../../../../../contracts/pipelines/validation/index.ts';
import type { Path } from '../../../document/path.ts';
import { parsePath } from '../../../document/path.ts';

/** A problem with the way to what it is about. */
export type PlacedProblem = Omit<Problem, 'fix'> & { fix?: string; at: Path };

export function placeProblem(problem: Omit<PlacedProblem, 'at'>): PlacedProblem {
  return { ...problem, at: parsePath(problem.path) };
}

/** The problems of a part of the document, those of its own parts included. */
export function problemsAt(problems: readonly PlacedProblem[], path: Path): PlacedProblem[] {
  return problems.filter(({ at }) => path.every((part, index) => at[index] === part));
}

/** The node, edge or trigger that a problem is about, by its place in the document. */
export function subjectOf({
  at: [list, index],
}: PlacedProblem): { list: 'nodes' | 'edges' | 'triggers'; index: number } | undefined {
  if ((list !== 'nodes' && list !== 'edges' && list !== 'triggers') || typeof index !== 'number')
    return undefined;
  return { list, index };
}

/** Whether what is wrong may only be that its end is not written yet. */
export function isUnfinished({ message }: Pick<PlacedProblem, 'message'>): boolean {
  return /^(?:a \{\{ is not closed|the expression is (?:empty|incomplete))/.test(message);
}

/** A problem in words, with what to do. */
export function problemText({ message, fix }: Pick<PlacedProblem, 'message' | 'fix'>): string {
  return fix ? `${message}; ${fix}` : message;
}

/** The problems without those of a node that was just added, whose fields nobody has come to yet. */
export function saidOf(
  problems: PlacedProblem[],
  fresh: { index: number; touched: ReadonlySet<string> } | undefined,
): PlacedProblem[] {
  if (!fresh) return problems;
  const { index, touched } = fresh;
  return problems.filter(
    ({ at: [list, place, field] }) =>
      list !== 'nodes' || place !== index || (field !== undefined && touched.has(String(field))),
  );
}

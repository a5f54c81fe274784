import type { Problem } from '../../../../../contracts/pipelines/validation/index.ts';
import type { Path } from '../../../document/path.ts';
import { parsePath } from '../../../document/path.ts';
import { words } from '../../../components/values/words.ts';
import { texts } from './texts.ts';

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
  return /^(?:a \{\{ is not closed|the expression is incomplete|an expression cannot be empty)/.test(
    message,
  );
}

/** A problem as a form says it, with what to do: what is missing, it asks for. */
export function formWords(problem: PlacedProblem): { message: string; fix?: string } {
  const { at, code, message, fix } = problem;
  if (code !== 'missing') {
    if (message === 'an expression cannot be empty') return { message: texts.missing.when };
    return fix === undefined ? { message } : { message, fix };
  }
  const name = String(at.at(-1));
  const asked: Record<string, string> = texts.missing;
  // Beside the fields of a node and of a pipeline there are arguments, whose names are their own.
  const isField = at.length === (at[0] === 'nodes' || at[0] === 'triggers' ? 3 : 1);
  if (!isField) return { message: texts.give(name) };
  return { message: Object.hasOwn(asked, name) ? asked[name]! : texts.give(words(name)) };
}

export function formText(problem: PlacedProblem): string {
  return problemText(formWords(problem));
}

/** A problem in words, with what to do. */
export function problemText({ message, fix }: Pick<PlacedProblem, 'message' | 'fix'>): string {
  return fix ? `${message}; ${fix}` : message;
}

/** The problems without that of a new pipeline to which nobody has added a node yet. */
export function withoutEmptiness(problems: PlacedProblem[], isEmpty: boolean): PlacedProblem[] {
  return isEmpty
    ? problems.filter(({ at: [list, ...rest] }) => list !== 'nodes' || rest.length > 0)
    : problems;
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

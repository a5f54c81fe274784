import type { FieldProblem } from '../../../../contracts/api/index.ts';
import { ApiProblem } from '../../api/request.ts';

/** What the server found wrong with a request, with the place of each. */
export function problemsOf(error: unknown): FieldProblem[] {
  return error instanceof ApiProblem ? (error.document?.errors ?? []) : [];
}

/** What is wrong at a path such as `input.topic`, or within it, in words. */
export function problemsAt(problems: FieldProblem[], path: string): string[] {
  return problems.filter((problem) => isAt(problem.path, path)).map(wordsOf);
}

/** What is wrong at none of the paths, in words with the place. */
export function problemsElsewhere(problems: FieldProblem[], paths: string[]): string[] {
  return problems
    .filter((problem) => !paths.some((path) => isAt(problem.path, path)))
    .map((problem) => `${problem.path}: ${wordsOf(problem)}`);
}

function isAt(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`);
}

function wordsOf({ message, fix }: FieldProblem): string {
  return fix ? `${message}; ${fix}` : message;
}

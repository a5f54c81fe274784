import { problemKinds } from '../contracts/api/index.ts';
import type { FieldProblem, ProblemDocument, ProblemKind } from '../contracts/api/index.ts';

/** An answer that is not what was asked for: thrown anywhere, sent as a problem document. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly kind: ProblemKind;
  readonly errors: FieldProblem[] | undefined;

  constructor(kind: ProblemKind, detail: string, errors?: FieldProblem[]) {
    super(detail);
    this.kind = kind;
    this.errors = errors;
  }
}

/** The document of a problem; `instance` is the path that was asked for, without its query. */
export function problemDocument(problem: Problem, instance: string): ProblemDocument {
  const { status, title } = problemKinds[problem.kind];
  return {
    type: `urn:baton:problem:${problem.kind}`,
    title,
    status,
    detail: problem.message,
    instance,
    ...(problem.errors && { errors: problem.errors }),
  };
}

import { problemKinds } from '../../contracts/api/index.ts';
import type {
  ContentChange,
  FieldProblem,
  ProblemDocument,
  ProblemKind,
} from '../../contracts/api/index.ts';

type Refusal = Pick<ProblemDocument, 'code' | 'metadata'>;
type Help = NonNullable<ProblemDocument['help']>;

/** An answer that is not what was asked for: thrown anywhere, sent as a problem document. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly kind: ProblemKind;
  readonly errors: FieldProblem[] | undefined;
  /** When the same request can succeed, where that is known. */
  readonly retryAfterMs: number | undefined;
  /** Whether the same request is not to be sent again, since that could be paid twice. */
  readonly isNotToBeRetried: boolean;
  /** Of a tool that was refused: its code, and how long that took. */
  readonly refusal: Refusal | undefined;
  /** A request that helps to fix the problem. */
  readonly help: Help | undefined;
  /** How what somebody saw differs from what is there. */
  readonly changes: ContentChange[] | undefined;
  /** The message for records that are not encrypted: without what users, models and tools wrote. */
  readonly record: string;

  constructor(
    kind: ProblemKind,
    detail: string,
    errors?: FieldProblem[],
    {
      retryAfterMs,
      isNotToBeRetried = false,
      refusal,
      help,
      changes,
      record = detail,
    }: {
      retryAfterMs?: number;
      isNotToBeRetried?: boolean;
      refusal?: Refusal;
      help?: Help;
      changes?: ContentChange[];
      record?: string;
    } = {},
  ) {
    super(detail);
    this.kind = kind;
    this.errors = errors;
    this.retryAfterMs = retryAfterMs;
    this.isNotToBeRetried = isNotToBeRetried;
    this.refusal = refusal;
    this.help = help;
    this.changes = changes;
    this.record = record;
  }
}

/** Help for problems that come from a part of Baton that does not respond. */
export const readinessHelp: Help = { request: 'GET /ready', does: 'shows what is missing' };

/** The detail of a problem with its help, for answers that have only one text. */
export function problemText({ message, help }: Problem): string {
  return help ? `${message} ${help.request} ${help.does}.` : message;
}

/** The headers that come with a problem. */
export function problemHeaders({
  retryAfterMs,
  isNotToBeRetried,
}: Problem): Record<string, string> {
  return {
    ...(retryAfterMs !== undefined && {
      'retry-after': String(Math.max(1, Math.ceil(retryAfterMs / 1000))),
    }),
    ...(isNotToBeRetried && { 'x-should-retry': 'false' }),
  };
}

/** The document of a problem; `instance` is the path that was asked for, without its query. */
export function problemDocument(problem: Problem, instance: string): ProblemDocument {
  const { status, title } = problemKinds[problem.kind];
  return {
    type: `urn:baton:problem:${problem.kind}`,
    title,
    status,
    detail: problem.message,
    ...(problem.help && { help: problem.help }),
    instance,
    ...(problem.errors && { errors: problem.errors }),
    ...(problem.changes && { changes: problem.changes }),
    ...problem.refusal,
  };
}

import { placedText } from '../../contracts/values/problem.ts';
import type { ProblemDocument, RunView } from '../../contracts/api/index.ts';

/** Nobody answers at the address. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';
  readonly address: string;
  constructor(address: string, options?: { cause?: unknown }) {
    super(`Baton does not respond at ${address}. Start it, or give its address as url.`, options);
    this.address = address;
  }
}

/** The server took the request and did not answer in time: what was asked for may have happened. */
export class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime';
}

/** What answers is no Baton, or one of another version. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

/** The server refused the request; the message is its own, and says what to do. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  /** The kind of the problem, such as `not-found` or `invalid-input`. */
  readonly kind: string;
  readonly status: number;
  /** The whole problem document: `errors` has each mistake with its place and its fix. */
  readonly problem: ProblemDocument;
  constructor(problem: ProblemDocument) {
    const { type, title, status, detail, errors = [] } = problem;
    const mistakes = errors.map(
      ({ path, message, fix }) =>
        `\n  ${[placedText(path, message), fix].filter(Boolean).join('; ')}`,
    );
    super(`${detail || title}${mistakes.join('')}`);
    this.kind = type.replace(/^urn:baton:problem:/, '');
    this.status = status;
    this.problem = problem;
  }
}

/** A run ended otherwise than what was waited for. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
  readonly run: RunView;
  constructor(run: RunView) {
    const { id, status, error } = run;
    super(`Run ${id} is ${status}${error ? `: ${error.message}` : '.'}`);
    this.run = run;
  }
}

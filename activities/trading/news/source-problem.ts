import { NetworkError } from '../../network/network-error.ts';

/** Why a source gave no answer, in words for those who asked. */
export class SourceProblem extends Error {
  override readonly name: string = 'SourceProblem';
  /** Whether the source is down, so that the same works once it is not. */
  readonly isAway: boolean;
  constructor(message: string, { isAway = false } = {}) {
    super(message);
    this.isAway = isAway;
  }
}

/** A source that answered with another status than 200. */
export function answeredStatus(status: number): SourceProblem {
  return new SourceProblem(`it answered ${status}`, { isAway: status >= 500 });
}

/** Whether an error that a source threw says that it is down, or the network is. */
export function isAwayBy(error: unknown): boolean {
  if (error instanceof SourceProblem) return error.isAway;
  return error instanceof NetworkError && error.isTransient;
}

/** A source that was not asked, since it has been asked a moment ago. */
export class SourceBusy extends SourceProblem {
  override readonly name = 'SourceBusy';
}

/** What to say of an error that a source threw; it holds no secret. */
export function reasonOf(error: unknown): string {
  const isSaid = error instanceof SourceProblem || error instanceof NetworkError;
  return isSaid ? error.message : 'the answer cannot be read';
}

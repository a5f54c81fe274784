import { NetworkError } from '../../network/network-error.ts';

/** A source gave no usable answer. The message says why. */
export class SourceProblem extends Error {
  override readonly name: string = 'SourceProblem';
  /** Whether the source is down, so that a later retry can succeed. */
  readonly isAway: boolean;
  constructor(message: string, { isAway = false } = {}) {
    super(message);
    this.isAway = isAway;
  }
}

/** The problem of a status other than 200. */
export function answeredStatus(status: number): SourceProblem {
  return new SourceProblem(`it answered ${status}`, { isAway: status >= 500 });
}

/** Whether an error of a source means that it, or the network, is down. */
export function isAwayBy(error: unknown): boolean {
  if (error instanceof SourceProblem) return error.isAway;
  return error instanceof NetworkError && error.isTransient;
}

/** A source was not asked because of its rate limit. */
export class SourceBusy extends SourceProblem {
  override readonly name = 'SourceBusy';
}

/** The reason to show for an error of a source, without secrets. */
export function reasonOf(error: unknown): string {
  const isSaid = error instanceof SourceProblem || error instanceof NetworkError;
  return isSaid ? error.message : 'the answer cannot be read';
}

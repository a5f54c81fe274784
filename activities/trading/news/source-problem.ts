import { NetworkError } from '../../network/network-error.ts';

/** Why a source gave no answer, in words for those who asked. */
export class SourceProblem extends Error {
  override readonly name: string = 'SourceProblem';
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

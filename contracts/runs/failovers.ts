/** One try of a model within a call, as the records hold it. */
export type Attempt = {
  model: string;
  status: 'answered' | 'failed' | 'skipped';
  error?: { code: string; message: string };
};

/** A model that did not answer, and the one that the call went on with; null where none was left. */
export type Unanswered = { from: string; to: string | null; code: string; message: string };

/**
 * The models that did not answer, in the order in which they were tried. A call that is tried again begins its
 * chain anew: what it goes back to is no failover.
 */
export function unansweredIn(attempts: readonly Attempt[]): Unanswered[] {
  return rounds(attempts).flatMap((round) =>
    round.flatMap(({ model, error }, index) =>
      error ? [{ from: model, to: round[index + 1]?.model ?? null, ...error }] : [],
    ),
  );
}

/** The attempts of each way through the chain, of each model only the last. */
function rounds(attempts: readonly Attempt[]): Attempt[][] {
  const found: Attempt[][] = [];
  let round: Attempt[] = [];
  for (const attempt of attempts) {
    const position = round.findIndex(({ model }) => model === attempt.model);
    if (position === round.length - 1 && position >= 0) {
      round[position] = attempt;
    } else if (position >= 0 || round.length === 0) {
      round = [attempt];
      found.push(round);
    } else {
      round.push(attempt);
    }
  }
  return found;
}

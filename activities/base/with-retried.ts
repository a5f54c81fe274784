import type { RunRepository } from '../../db/repositories/runs/runs.ts';

/** A run, the one that it retries, the one that that retries, and so on. */
export async function* withRetried(
  runId: string,
  { runs }: { runs: Pick<RunRepository, 'retriedBy'> },
): AsyncGenerator<string> {
  for (let id: string | undefined = runId; id !== undefined; id = await runs.retriedBy(id)) {
    yield id;
  }
}

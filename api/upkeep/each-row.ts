import { TemporalUnavailable } from '../temporal/index.ts';

/** After so many rows in a row for which Temporal gives no answer, it is away. */
const mostUnanswered = 2;

export type OnRowError = (error: unknown, id: string) => void;

/**
 * Does something for each row of a list, page by page. What fails for one row is told and does not hold up the others;
 * where Temporal is away, the rest is left to the next round.
 * @param options.page the rows after one, or the first; none at the end.
 * @returns whether every row had its turn.
 */
export async function eachRow<Row extends { id: string }>({
  page,
  work,
  onError,
}: {
  page: (after: Row | undefined) => Promise<Row[]>;
  work: (row: Row) => Promise<void>;
  onError: OnRowError;
}): Promise<boolean> {
  let unanswered = 0;
  let last: Row | undefined;
  for (;;) {
    const rows = await page(last);
    for (const row of rows) {
      try {
        await work(row);
        unanswered = 0;
      } catch (error) {
        if (!(error instanceof TemporalUnavailable)) onError(error, row.id);
        else if ((unanswered += 1) >= mostUnanswered) return false;
      }
    }
    last = rows.at(-1);
    if (!last) return true;
  }
}

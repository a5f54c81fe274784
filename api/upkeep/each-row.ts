import { TemporalUnavailable } from '../temporal/index.ts';

/** After so many rows in a row for which Temporal gives no answer, it is away. */
const mostUnanswered = 2;

export type OnRowError = (error: unknown, id: string) => void;

/**
 * Does something for each row of a list, page by page. What fails for one row is told and does not hold up the others;
 * where Temporal is away, the rest is left to the next round.
 * @param options.page the rows after one, or the first; none at the end.
 * @param options.atOnce how many rows are worked on beside each other. @default 1
 * @param options.laneOf rows of one lane follow each other in their order. @default each row has its own
 * @returns whether every row had its turn.
 */
export async function eachRow<Row extends { id: string }>({
  page,
  work,
  onError,
  atOnce = 1,
  laneOf = ({ id }) => id,
}: {
  page: (after: Row | undefined) => Promise<Row[]>;
  work: (row: Row) => Promise<void>;
  onError: OnRowError;
  atOnce?: number;
  laneOf?: (row: Row) => string;
}): Promise<boolean> {
  let unanswered = 0;
  let last: Row | undefined;
  for (;;) {
    const rows = await page(last);
    const lanes = [...Map.groupBy(rows, laneOf).values()];
    await Promise.all(Array.from({ length: atOnce }, () => workOn(lanes)));
    if (unanswered >= mostUnanswered) return false;
    last = rows.at(-1);
    if (!last) return true;
  }

  async function workOn(lanes: Row[][]): Promise<void> {
    for (let lane = lanes.shift(); lane; lane = lanes.shift()) {
      for (const row of lane) {
        if (unanswered >= mostUnanswered) return;
        try {
          await work(row);
          unanswered = 0;
        } catch (error) {
          if (error instanceof TemporalUnavailable) unanswered += 1;
          else onError(error, row.id);
        }
      }
    }
  }
}

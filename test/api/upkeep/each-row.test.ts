import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { TemporalUnavailable } from '../../../api/temporal/index.ts';
import { eachRow } from '../../../api/upkeep/each-row.ts';

type Row = { id: string; lane: string };

const rowsOf = (lanes: readonly number[]) =>
  lanes.map((lane, index) => ({ id: `row-${index}`, lane: `lane-${lane}` }));

/** The rows in pages of three. */
const pagesOf = (rows: Row[]) => async (after: Row | undefined) => {
  const start = after ? rows.findIndex(({ id }) => id === after.id) + 1 : 0;
  return rows.slice(start, start + 3);
};

it('works on each row once, on no more beside each other than it may, and on those of a lane in their order', async () => {
  const lanes = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(lanes, fc.integer({ min: 1, max: 5 }), async (given, atOnce) => {
      const rows = rowsOf(given);
      const done: Row[] = [];
      let working = 0;
      let most = 0;
      const hadTheirTurn = await eachRow({
        page: pagesOf(rows),
        async work(row) {
          working += 1;
          most = Math.max(most, working);
          await Promise.resolve();
          working -= 1;
          done.push(row);
        },
        onError: () => expect.unreachable(),
        atOnce,
        laneOf: ({ lane }) => lane,
      });
      expect(hadTheirTurn).toBe(true);
      expect(most).toBeLessThanOrEqual(atOnce);
      expect(done.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
      const inOrder = (all: Row[], lane: string) => all.filter((row) => row.lane === lane);
      for (const { lane } of rows) expect(inOrder(done, lane)).toEqual(inOrder(rows, lane));
    }),
  );
});

it('tells of a row that fails and goes on, and leaves the rest where Temporal is away', async () => {
  const told: string[] = [];
  const worked: string[] = [];
  const hadTheirTurn = await eachRow({
    page: pagesOf(rowsOf([0, 1, 2, 3, 4, 5, 6])),
    async work({ id }) {
      worked.push(id);
      if (id === 'row-1') throw new Error('broken');
      if (id > 'row-3') throw new TemporalUnavailable('away');
    },
    onError: (_error, id) => void told.push(id),
  });
  expect(hadTheirTurn).toBe(false);
  expect(told).toEqual(['row-1']);
  expect(worked).toEqual(['row-0', 'row-1', 'row-2', 'row-3', 'row-4', 'row-5']);
});

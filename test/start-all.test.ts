import { expect, test } from 'vitest';
import { startAll } from './browser/support/start-all.ts';

/** Things that count how many of them run. */
function counted(fails: (turn: number) => boolean) {
  let turn = 0;
  const running = new Set<number>();
  return {
    running,
    async start() {
      const own = turn++;
      if (fails(own)) throw new Error(`${own} does not start`);
      running.add(own);
      return { own, stop: async () => running.delete(own) };
    },
  };
}

test('all are started, and given in their order', async () => {
  const { running, start } = counted(() => false);
  expect(await startAll(3, start)).toMatchObject([{ own: 0 }, { own: 1 }, { own: 2 }]);
  expect(running.size).toBe(3);
});

test('where one does not start, none is left running, and what it said is told', async () => {
  const { running, start } = counted((turn) => turn === 1);
  await expect(startAll(3, start)).rejects.toThrow('1 does not start');
  expect(running.size).toBe(0);
});

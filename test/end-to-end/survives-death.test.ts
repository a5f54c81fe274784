import { describe, expect, it } from 'vitest';
import {
  approve,
  bookOf,
  runOf,
  startBaton,
  startRun,
  stepsOf,
  untilStatus,
} from './support/baton.ts';
import type { Baton } from './support/baton.ts';
import { openaiServer, traderScript } from './support/model-server.ts';
import type { Asked } from './support/model-server.ts';

/** A question is known by its conversation so far: the same one twice is an answer paid twice. */
const fingerprint = ({ messages, tools }: Asked): string =>
  `${tools.length} tools, ${messages.length} messages`;

/** How often each question was asked. */
function timesAsked(asked: Asked[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const question of asked) {
    times.set(fingerprint(question), (times.get(fingerprint(question)) ?? 0) + 1);
  }
  return times;
}

async function finishes(baton: Baton, id: string): Promise<void> {
  await expect
    .poll(async () => (await runOf(baton, id)).status, { timeout: 60_000, interval: 100 })
    .toMatch(/waiting|completed/);
  if ((await runOf(baton, id)).status === 'waiting') await approve(baton, id);
  await untilStatus(baton, id, 'completed');
}

describe('a run survives the death of every process', { timeout: 180_000 }, () => {
  it('in the middle of a model call: only the call without an answer is asked again', async () => {
    let hold = true;
    const { url, asked } = await openaiServer((question) => {
      const inSecondTurn = question.messages.some(({ role }) => role === 'tool');
      return hold && inSecondTurn ? new Promise(() => undefined) : traderScript(question);
    });
    const baton = await startBaton({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url });
    const id = await startRun(baton);
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(2);
    const held = fingerprint(asked[1] as Asked);
    await baton.kill();
    hold = false;
    await baton.restart();
    await finishes(baton, id);
    expect([...timesAsked(asked)].filter(([, times]) => times > 1)).toEqual([[held, 2]]);
    expect(await bookOf(baton)).toMatchObject({ orders: [{ status: 'filled' }], fills: [{}] });
  });

  it('right after a tool has begun: no stored answer is asked for again', async () => {
    const { url, asked } = await openaiServer(traderScript);
    const baton = await startBaton({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url });
    const id = await startRun(baton);
    await expect
      .poll(async () => (await stepsOf(baton, id)).map(({ kind }) => kind), {
        timeout: 30_000,
        interval: 10,
      })
      .toContain('tool');
    const stored = (await stepsOf(baton, id)).filter(
      ({ kind, status }) => kind === 'model' && status === 'completed',
    );
    await baton.kill();
    const before = asked.length;
    await baton.restart();
    await finishes(baton, id);
    const again = [...timesAsked(asked).values()].filter((times) => times > 1).length;
    // At most the call in flight at the moment of death, whose answer was not stored.
    expect(again).toBeLessThanOrEqual(before - stored.length);
    expect(await bookOf(baton)).toMatchObject({ orders: [{ status: 'filled' }], fills: [{}] });
  });

  it('of the Temporal server alone: it is started again, and the run continues', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    const { url, asked } = await openaiServer(async (question) => {
      await held;
      return traderScript(question);
    });
    const baton = await startBaton({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url });
    const id = await startRun(baton);
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(1);
    await baton.killTemporal();
    answer();
    await finishes(baton, id);
    expect([...timesAsked(asked).values()].filter((times) => times > 1)).toEqual([]);
    const { body } = await baton.request('GET', '/ready');
    expect(body.restarts).toMatchObject([{ part: 'temporal', count: 1 }]);
    expect(baton.output()).toContain('The Temporal server stopped. It restarts in 0.5 s.');
  });

  it('while an order waits for its bar: it is placed once', async () => {
    const { url, asked } = await openaiServer(traderScript);
    const baton = await startBaton({
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: url,
      // A bar takes 12 s: the process dies before the one that fills the order.
      BATON_MARKET_BARS_PER_MINUTE: '5',
    });
    const id = await startRun(baton);
    await untilStatus(baton, id, 'waiting');
    await approve(baton, id);
    await expect
      .poll(async () => (await stepsOf(baton, id)).map(({ name }) => name), {
        timeout: 30_000,
        interval: 10,
      })
      .toContain('create_paper_order');
    await baton.kill();
    const before = asked.length;
    await baton.restart();
    await untilStatus(baton, id, 'completed');
    expect(asked.length).toBe(before);
    expect((await runOf(baton, id)).output.order.order.status).toBe('filled');
    expect(await bookOf(baton)).toMatchObject({ orders: [{ status: 'filled' }], fills: [{}] });
  });
});

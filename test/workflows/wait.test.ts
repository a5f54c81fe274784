import { afterEach, describe, expect, it } from 'vitest';
import { requestCancel } from '../../workflows/messages.ts';
import { startHarness } from './support/harness.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

const started = async (...parts: Parameters<(typeof harness)['start']>) => {
  harness = await startHarness();
  return harness.start(...parts);
};

const timersOf = async (run: Awaited<ReturnType<typeof started>>) => {
  const { events } = await run.fetchHistory();
  return (events ?? []).flatMap(({ timerStartedEventAttributes: timer }) => timer ?? []).length;
};

describe('a node that waits', { timeout: 60_000 }, () => {
  it('continues when its time has passed, by a timer and no activity', async () => {
    const run = await started({
      nodes: [
        { id: 'pause', kind: 'wait', for: '300ms' },
        { id: 'after', kind: 'transform', value: '{{ nodes.pause.output.until }}' },
      ],
      edges: [{ from: 'pause', to: 'after' }],
    });
    const { after } = (await run.result()) as { after: string };
    const [pause, next] = harness.recorded.finished?.nodes ?? [];
    expect(next?.startedAt).toBeGreaterThanOrEqual(Date.parse(after));
    expect(Date.parse(after) - (pause?.startedAt ?? 0)).toBe(300);
    expect(await timersOf(run)).toBe(1);
  });

  it('waits until a moment that an expression gives, and not for one that has passed', async () => {
    const soon = new Date(Date.now() + 3_000).toISOString();
    const run = await started(
      {
        nodes: [
          { id: 'past', kind: 'wait', until: '2020-01-01T01:00:00+01:00' },
          { id: 'soon', kind: 'wait', until: '{{ inputs.at }}' },
        ],
        edges: [{ from: 'past', to: 'soon' }],
      },
      { input: { at: soon } },
    );
    expect(await run.result()).toEqual({ soon: { until: soon } });
    const [past, at] = harness.recorded.finished?.nodes ?? [];
    expect(past?.output).toEqual({ until: '2020-01-01T00:00:00.000Z' });
    expect(at?.endedAt).toBeGreaterThanOrEqual(Date.parse(soon));
    expect(await timersOf(run)).toBe(1);
  });

  it.each([
    ['tomorrow', 'must give a time with its offset, such as'],
    ['2026-11-22T14:30:00', 'must give a time with its offset, such as'],
    ['2026-02-30T14:30:00Z', 'must give a time with its offset, such as'],
    [7, 'but gave 7'],
    ['2999-01-01T00:00:00Z', 'is too far away: a node waits at most 365d'],
  ])('fails where it is to wait until %j', async (at, message) => {
    const run = await started(
      { nodes: [{ id: 'soon', kind: 'wait', until: '{{ inputs.at }}' }] },
      { input: { at } },
    );
    await expect(run.result()).rejects.toThrow();
    expect(harness.recorded.finished?.error).toMatchObject({
      type: 'InvalidInput',
      node: 'soon',
      message: expect.stringContaining(message),
    });
  });

  it('ends as cancelled with its run', async () => {
    const run = await started({ nodes: [{ id: 'pause', kind: 'wait', for: '1h' }] });
    await expect.poll(() => timersOf(run), { timeout: 10_000 }).toBe(1);
    await run.signal(requestCancel, { by: 'operator' });
    await expect(run.result()).rejects.toThrow();
    expect(harness.recorded.finished).toMatchObject({
      status: 'cancelled',
      nodes: [{ id: 'pause', status: 'cancelled' }],
    });
  });
});

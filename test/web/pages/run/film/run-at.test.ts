import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filmOf } from '../../../../../web/src/pages/run/film/film.ts';
import { runAt } from '../../../../../web/src/pages/run/film/run-at.ts';
import { stepOf } from '../steps.ts';
import { dataOf, instant, nodeFrom } from './films.ts';
import { nodeOf } from '../steps.ts';

/** How each node stood at a time. */
const statusesAt = (data: Parameters<typeof filmOf>[0], time: number) =>
  runAt(filmOf(data), time).run.nodes.map(({ status }) => status);

describe('a run at a moment', () => {
  const data = dataOf({
    nodes: [nodeFrom('read', 10, 20), nodeFrom('write', 20, 40), nodeFrom('send', 40, 50)],
    steps: [
      stepOf('read', 'tool', { start: 11, end: 19, output: 'a page' }),
      stepOf('write', 'turn-1', { start: 21, end: 39, output: 'a text', inputTokens: 7 }),
    ],
    end: 50,
  });

  it('has nodes that are to come, that go on, and that have ended', () => {
    expect(statusesAt(data, 5)).toEqual(['pending', 'pending', 'pending']);
    expect(statusesAt(data, 20)).toEqual(['completed', 'running', 'pending']);
    expect(statusesAt(data, 49)).toEqual(['completed', 'completed', 'running']);
  });

  it('knows nothing of what came later', () => {
    const { run, steps } = runAt(filmOf(data), 30);
    expect(run).toMatchObject({ status: 'in_progress', output: null, endedAt: null });
    expect(run.nodes[1]).not.toHaveProperty('output');
    expect(run.nodes[1]).not.toHaveProperty('port');
    expect(steps.map(({ status, output }) => [status, output])).toEqual([
      ['completed', 'a page'],
      ['running', null],
    ]);
    expect(steps[1]).toMatchObject({ inputTokens: null, endedAt: null });
    expect(runAt(filmOf(data), 12).steps).toHaveLength(1);
  });

  it('does not know what a side effect that goes on came to', () => {
    const order = stepOf('send', 'tool', { start: 41, end: 48 });
    const effect = {
      key: order.key,
      nodePath: 'send',
      tool: 'create_paper_order',
      label: 'buy 2 SPX',
      at: instant(41),
      state: 'done' as const,
      text: 'filled 2 at 10',
      details: null,
    };
    const sent = dataOf({
      nodes: [nodeFrom('send', 40, 50)],
      steps: [order],
      run: { effects: [effect] },
      end: 50,
    });
    const effectsAt = (time: number) => runAt(filmOf(sent), time).run.effects;
    expect(effectsAt(40)).toEqual([]);
    expect(effectsAt(45)).toEqual([{ ...effect, state: 'open', text: null }]);
    expect(effectsAt(48)).toEqual([effect]);
  });

  it('is the run as it is from its end on', () => {
    expect(runAt(filmOf(data), 50)).toBe(data);
    expect(runAt(filmOf(data), 5_000)).toBe(data);
  });

  it('skips a node when the last that leads to it has gone another way', () => {
    const skipped = (id: string) => nodeOf(id, { status: 'skipped' });
    const branched = dataOf({
      nodes: [
        nodeFrom('check', 10, 20),
        skipped('buy'),
        skipped('report'),
        nodeFrom('end', 20, 60),
      ],
      edges: [
        { from: 'check', to: 'buy' },
        { from: 'buy', to: 'report' },
        { from: 'check', to: 'end' },
      ],
      end: 60,
    });
    expect(statusesAt(branched, 19)).toEqual(['running', 'pending', 'pending', 'pending']);
    expect(statusesAt(branched, 20)).toEqual(['completed', 'skipped', 'skipped', 'running']);
  });

  it('waits while a person is asked, in a node or in what is inside of it', () => {
    const asking = dataOf({
      nodes: [nodeFrom('trade', 0, 90)],
      approvals: [
        {
          nodePath: 'trade.try-2/turn-1-0-risk',
          status: 'approved',
          requestedAt: instant(30),
          decision: {
            by: 'ada',
            comment: null,
            args: null,
            at: instant(60),
            via: 'api',
            despite: [],
            callError: null,
          },
        },
      ],
      end: 90,
    });
    expect(statusesAt(asking, 29)).toEqual(['running']);
    expect(statusesAt(asking, 30)).toEqual(['waiting']);
    expect(statusesAt(asking, 60)).toEqual(['running']);
    const at = (time: number) => runAt(filmOf(asking), time);
    expect(at(29).approvals).toEqual([]);
    expect(at(59).approvals).toMatchObject([{ status: 'pending', decision: null }]);
    expect(at(60).approvals).toMatchObject([{ status: 'approved', decision: { by: 'ada' } }]);
    expect(at(59).run.status).toBe('waiting');
  });

  it('has what an earlier run did from the beginning on', () => {
    const retried = dataOf({
      nodes: [nodeFrom('read', 900, 950, { keptFrom: 'run_0' }), nodeFrom('write', 0, 30)],
      end: 30,
    });
    expect(statusesAt(retried, 0)).toEqual(['completed', 'running']);
  });

  it('never goes back, and ends as the run did', () => {
    const rank = { pending: 0, running: 1, waiting: 1, completed: 2 };
    const spans = fc.array(fc.tuple(fc.nat(100), fc.nat(100)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(spans, fc.array(fc.nat(200), { minLength: 2 }), (pairs, times) => {
        const nodes = pairs.map(([start, took], index) =>
          nodeFrom(`node_${index}`, start, start + took),
        );
        const steps = pairs.map(([start, took], index) =>
          stepOf(`node_${index}`, 'tool', { start, end: start + took }),
        );
        const going = dataOf({ nodes, steps });
        const film = filmOf(going);
        const seen = times
          .toSorted((one, other) => one - other)
          .map((time) => runAt(film, time).run.nodes.map((node) => rank[node.status as 'pending']));
        for (const [at, ranks] of seen.slice(1).entries()) {
          for (const [node, now] of ranks.entries()) {
            expect(now).toBeGreaterThanOrEqual(seen[at]![node]!);
          }
        }
        const last = runAt(film, 200);
        expect(last.run.nodes).toEqual(nodes);
        expect(last.steps.toSorted((one, other) => one.sequence - other.sequence)).toEqual(steps);
      }),
    );
  });

  it('changes at its moments alone', () => {
    const film = filmOf(data);
    expect(film.moments).toEqual([0, 10, 11, 19, 20, 21, 39, 40, 50]);
    expect(runAt(film, 38)).toEqual(runAt(film, 21));
  });
});

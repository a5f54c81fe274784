import { describe, expect, it } from 'vitest';
import { waterfallRows } from '../../../../web/src/pages/run/waterfall/rows.ts';
import type { Row } from '../../../../web/src/pages/run/waterfall/rows.ts';
import { placedOf, stepOf } from './steps.ts';

/** The rows as an indented outline. */
const outline = (rows: Row[]) =>
  rows.map((row) => '  '.repeat(row.depth) + (row.type === 'group' ? row.nodePath : row.step.step));

const at = (start: number, end: number) => ({
  startedAt: new Date(start).toISOString(),
  endedAt: new Date(end).toISOString(),
});

describe('the waterfall', () => {
  it('holds every step inside its node, delegations inside the agent, by when they began', () => {
    const nodes = [placedOf('order', at(60, 70)), placedOf('trade', at(0, 50)), placedOf('never')];
    const steps = [
      stepOf('trade', 'turn-1', { start: 1, end: 2 }),
      stepOf('trade/turn-1-0-research', 'turn-1', { start: 3, end: 4 }),
      stepOf('trade', 'turn-2', { start: 9, end: 10 }),
      stepOf('order', 'tool', { start: 61, end: 69 }),
    ];
    expect(outline(waterfallRows(nodes, steps))).toEqual([
      'trade',
      '  turn-1',
      '  trade/turn-1-0-research',
      '    turn-1',
      '  turn-2',
      'order',
      '  tool',
    ]);
  });

  it('leaves out nodes that were kept from another run', () => {
    const nodes = [
      placedOf('look', { ...at(0, 5), keptFrom: 'run_before' }),
      placedOf('end', at(8, 9)),
    ];
    expect(outline(waterfallRows(nodes, []))).toEqual(['end']);
  });

  it('holds the rounds of a loop inside of their node', () => {
    const steps = [
      stepOf('refine.round-1/write', 'turn-1', { start: 1 }),
      stepOf('refine.round-2/write', 'turn-1', { start: 5 }),
    ];
    expect(outline(waterfallRows([placedOf('refine', at(0, 9))], steps))).toEqual([
      'refine',
      '  refine.round-1',
      '    refine.round-1/write',
      '      turn-1',
      '  refine.round-2',
      '    refine.round-2/write',
      '      turn-1',
    ]);
  });

  it('holds a further attempt of an agent inside of its node', () => {
    const steps = [
      stepOf('trade', 'turn-1', { start: 1 }),
      stepOf('trade.try-2', 'turn-1', { start: 5 }),
    ];
    expect(outline(waterfallRows([placedOf('trade', at(0, 9))], steps))).toEqual([
      'trade',
      '  turn-1',
      '  trade.try-2',
      '    turn-1',
    ]);
  });

  it('counts what is inside of a folded node, and leaves its rows out', () => {
    const steps = [stepOf('desk/news', 'turn-1'), stepOf('desk/risk', 'turn-1')];
    const rows = waterfallRows([placedOf('desk', at(0, 9))], steps, (path) => path === 'desk');
    expect(rows).toMatchObject([{ type: 'group', nodePath: 'desk', count: 2, hasRows: true }]);
  });

  it('takes the time of a delegation from its steps, and leaves it open while one runs', () => {
    const steps = [
      stepOf('a/turn-1-0-b', 'turn-1', { start: 5, end: 6 }),
      stepOf('a/turn-1-0-b', 'turn-2', { start: 7, end: null }),
    ];
    const row = waterfallRows([placedOf('a', at(0, 9))], steps)[1];
    expect(row).toMatchObject({ nodePath: 'a/turn-1-0-b', start: 5, end: undefined });
  });

  it('holds the nodes of a child pipeline inside of the node that runs it', () => {
    const nodes = [placedOf('desk', at(0, 9)), placedOf('desk/confirm', at(2, 8))];
    const steps = [stepOf('desk/price', 'tool', { start: 1, end: 2 })];
    expect(outline(waterfallRows(nodes, steps))).toEqual([
      'desk',
      '  desk/price',
      '    tool',
      '  desk/confirm',
    ]);
  });
});

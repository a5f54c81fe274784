import { describe, expect, it } from 'vitest';
import { edgeState } from '../../../../web/src/pages/run/canvas/edge-states.ts';
import { nodeOf } from './steps.ts';

const edge = { source: 'a', sourceHandle: 'yes' };
const state = (node: ReturnType<typeof nodeOf>, hasEnded = false) =>
  edgeState(edge, new Map([['a', node]]), hasEnded);

describe('an edge of a run', () => {
  it('is taken when its node left through its port', () => {
    expect(state(nodeOf('a', { port: 'yes' }))).toBe('taken');
  });

  it('is not taken when its node left through another port, or was skipped', () => {
    expect(state(nodeOf('a', { port: 'no' }))).toBe('untaken');
    expect(state(nodeOf('a', { status: 'skipped' }))).toBe('untaken');
  });

  it('may still be taken while the run continues, and not after it', () => {
    expect(state(nodeOf('a', { status: 'running' }))).toBe('open');
    expect(state(nodeOf('a', { status: 'pending' }), true)).toBe('untaken');
  });
});

import { describe, expect, it } from 'vitest';
import { nodeStatusLook } from '../../../../web/src/pages/run/node-status.ts';
import { nodeOf } from './steps.ts';

const nobody = { nodePath: 'confirm', agents: [] };
const rejection = (output: object) =>
  nodeOf('confirm', { kind: 'approval', port: 'rejected', output: { ...output } });

describe('how a node stands', () => {
  it('is its status where nothing else happened', () => {
    expect(nodeStatusLook(nodeOf('price'), nobody).label).toBe('Completed');
    expect(nodeStatusLook(undefined, nobody).label).toBe('Pending');
  });

  it('says who rejected, and why', () => {
    const node = rejection({ decision: 'rejected', by: 'operator', comment: 'Too dear' });
    const look = nodeStatusLook(node, nobody);
    expect(look).toMatchObject({ label: 'Rejected', note: 'Rejected by operator: Too dear' });
    expect(look.colour).not.toBe(nodeStatusLook(nodeOf('price'), nobody).colour);
  });

  it('does not call a decision that nobody took a rejection', () => {
    const node = rejection({ decision: 'expired', by: null, comment: null });
    expect(nodeStatusLook(node, nobody).label).toBe('Approval expired');
  });

  it('does not call an approval that failed a rejection, though the run went on as after one', () => {
    const failed = { kind: 'approval', port: 'rejected', status: 'timeout' } as const;
    expect(nodeStatusLook(nodeOf('confirm', failed), nobody).label).toBe('Timed out');
  });

  it('distinguishes an interrupted agent from one that waits', () => {
    const node = nodeOf('research', { kind: 'agent', status: 'waiting' });
    const agents = [{ nodePath: 'research', by: 'operator', at: '2026-01-01T00:00:00.000Z' }];
    expect(nodeStatusLook(node, { nodePath: 'research', agents }).label).toBe('Interrupted');
    expect(nodeStatusLook(node, { nodePath: 'trade', agents }).label).toBe('Waiting');
    expect(nodeStatusLook(node, { nodePath: 'research', agents: [] }).label).toBe('Waiting');
  });
});

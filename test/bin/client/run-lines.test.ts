import { createColors } from 'picocolors';
import { describe, expect, it } from 'vitest';
import { effectsLines, nodeLine, stepLines } from '../../../bin/client/run-lines.ts';
import type { NodeView } from '../../../contracts/api/index.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { stepView } from '../../contracts/runs/step-view.ts';

const colors = createColors(false);
const confirm: NodeView = {
  id: 'confirm',
  kind: 'approval',
  status: 'completed',
  port: 'rejected',
  output: { decision: 'reject', by: 'operator', comment: null },
  startedAt: null,
  endedAt: null,
};

describe('nodeLine', () => {
  it('tells a rejection from an approval that nobody decided', () => {
    const expired = { ...confirm, output: { decision: 'expired', by: null, comment: null } };
    const run = { status: 'completed' } as const;
    expect(nodeLine(confirm, run, colors)).toMatch(/→ rejected$/);
    expect(nodeLine(expired, run, colors)).toMatch(/→ rejected \(expired\)$/);
  });

  it('calls a node pending only while it can still start', () => {
    const { port: _port, output: _output, ...node } = confirm;
    const pending = { ...node, status: 'pending' } as const;
    expect(nodeLine(pending, { status: 'in_progress' }, colors)).toBe('confirm pending');
    expect(nodeLine(pending, { status: 'failed' }, colors)).toBe('confirm not started');
  });
});

describe('stepLines', () => {
  it('say what a step waits for, and since when where that is known', () => {
    const lines = (output: JsonObject) =>
      stepLines(stepView({ sequence: 1, status: 'running', endedAt: null, output }), colors).join(
        '\n',
      );
    const waiting = 'The database does not respond.';
    expect(lines({ waiting, since: '2026-01-31T09:08:07.000Z' })).toContain(
      'waiting since 2026-01-31 09:08:07 UTC: The database does not respond.',
    );
    expect(lines({ waiting })).toContain('waiting: The database does not respond.');
    expect(lines({ calls: [] })).not.toContain('waiting');
  });
});

describe('effectsLines', () => {
  it('say what each side effect came to, and nothing where there is none', () => {
    const call = { key: 'k', nodePath: 'send', tool: 'http_post', label: 'http_post a.example' };
    const effect = { ...call, at: new Date().toISOString(), text: null, details: null };
    const effects = [
      { ...effect, state: 'done' as const },
      { ...effect, state: 'unknown' as const },
      { ...effect, state: 'open' as const, text: 'buy 2 SPX: accepted' },
    ];
    expect(effectsLines({ effects }, colors)).toEqual([
      'Side effects of this run',
      expect.stringMatching(/send · http_post a\.example$/),
      expect.stringMatching(/http_post a\.example \(may have happened\)$/),
      expect.stringMatching(/buy 2 SPX: accepted \(outcome pending\)$/),
    ]);
    expect(effectsLines({ effects: [] }, colors)).toEqual([]);
  });
});

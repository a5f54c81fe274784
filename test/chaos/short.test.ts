import { expect, it } from 'vitest';
import { makeDatabase } from '../support/databases.ts';
import { explained } from './ledger/count.ts';
import { runChaos } from './run-chaos.ts';

it(
  'a few faults lose nothing, repeat nothing, and leave nothing unbooked',
  { timeout: 300_000 },
  async () => {
    const said: string[] = [];
    const options = { seed: 55, column: 'embedded', faults: 5, minutes: 0.15, atOnce: 4 } as const;
    const { cases, evidence } = await runChaos({
      ...options,
      settleMinutes: 3,
      // Each start takes as long as all the rest: one is enough.
      without: ['npm', 'disk'],
      say: (line) => said.push(line),
      prepare: makeDatabase,
    });
    const isExplained = (figure: string) => explained.some((name) => name === figure);
    expect(
      cases.filter(({ figure }) => !isExplained(figure)),
      said.join('\n'),
    ).toEqual([]);
    expect(evidence.injected).toHaveLength(options.faults);
    expect(evidence.jobs.length).toBeGreaterThanOrEqual(options.atOnce);
    expect(evidence.jobs.some(({ orders }) => orders.length > 0)).toBe(true);
  },
);

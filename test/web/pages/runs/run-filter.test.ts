import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryRunsSchema } from '../../../../contracts/api/index.ts';
import { inParts, runFilterOf } from '../../../../web/src/pages/runs/run-filter.ts';

describe('the filter of runs in the address', () => {
  it('keeps what is one', () => {
    const filter = {
      status: 'failed',
      pipeline: 'analyst-team',
      user: 'ada',
      text: 'SPX',
      error: 'Timeout',
    };
    expect(runFilterOf(filter)).toEqual(filter);
  });

  it('leaves out what is none, and what is empty', () => {
    const search = { status: 'done', pipeline: '', user: ' ', text: '  ', page: 4 };
    expect(runFilterOf(search)).toEqual({});
  });

  it('takes a number for the text that it was in the address', () => {
    expect(runFilterOf({ text: 42 })).toEqual({ text: '42' });
  });

  it('is the same when it is read again', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('status', 'user', 'text'), fc.string()),
        (search) => {
          const filter = runFilterOf(search);
          expect(runFilterOf(filter)).toEqual(filter);
        },
      ),
    );
  });
});

describe('the runs that are selected', () => {
  it('are retried in parts that one request takes', () => {
    const ids = Array.from({ length: 120 }, (_, number) => `run_${number}`);
    const parts = inParts(ids);
    expect(parts.flat()).toEqual(ids);
    for (const part of parts) expect(retryRunsSchema.safeParse({ ids: part }).success).toBe(true);
    expect(inParts([])).toEqual([]);
  });

  it('and those of a filter are what a request can name', () => {
    const search = {
      pipeline: 'look',
      user: 'ada',
      trigger: 'look/hourly',
      text: 'SPX',
      error: 'Odd',
    };
    const filter = runFilterOf({ ...search, status: 'failed', failedNode: 'one', minCostUsd: '1' });
    expect(Object.keys(filter)).toHaveLength(8);
    expect(retryRunsSchema.safeParse(filter).error).toBeUndefined();
  });
});

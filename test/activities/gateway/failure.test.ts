import { describe, expect, it } from 'vitest';
import { toFailure, ToolWaiting } from '../../../activities/gateway/failure.ts';
import { BudgetExceeded } from '../../../activities/models/model-caller.ts';
import { AllModelsFailed, CallDelayed } from '../../../activities/models/router.ts';
import { ToolRefused } from '../../../activities/tool-kit/executor.ts';
import type { ToolFault } from '../../../contracts/tools/tools.ts';

const delayed = (retryAfterMs: number) => new CallDelayed('The models are busy.', { retryAfterMs });
const failed = (details: { retryable: boolean; retryAfterMs?: number }) =>
  new AllModelsFailed('No model answered.', {
    attempts: [
      { model: 'a:b', status: 'failed', error: { code: '503', message: 'busy' }, durationMs: 1 },
    ],
    ...details,
  });

describe('a call of the gateway', () => {
  it('waits for a free place, however often, as long as each wait is short', () => {
    expect(toFailure(delayed(20_000), 9)).toEqual({
      failure: { type: 'CallDelayed', message: 'The models are busy.', retryAfterMs: 20_000 },
      isFinal: false,
    });
  });

  it('ends where it would wait for more than a minute', () => {
    expect(toFailure(delayed(61_000), 0).isFinal).toBe(true);
  });

  it('is tried three times where its models may answer later', () => {
    const attempts = [0, 1, 2].map((failures) => toFailure(failed({ retryable: true }), failures));
    expect(attempts.map(({ isFinal }) => isFinal)).toEqual([false, false, true]);
    expect(attempts[2]?.failure).toMatchObject({ type: 'AllModelsFailed', code: '503' });
  });

  it('ends at once where they will not, or not within a minute', () => {
    expect(toFailure(failed({ retryable: false }), 0).isFinal).toBe(true);
    expect(toFailure(failed({ retryable: true, retryAfterMs: 90_000 }), 0).isFinal).toBe(true);
  });

  it('ends where a budget does not allow it', () => {
    const budget = { account: 'day:1', usd: 1, onLimit: 'stop' as const, cheaperModels: [] };
    const { failure, isFinal } = toFailure(new BudgetExceeded('It is used up.', budget), 0);
    expect({ type: failure.type, isFinal }).toEqual({ type: 'BudgetExceeded', isFinal: true });
  });

  it('does not tell the text of an error that nobody expected', () => {
    const { failure } = toFailure(new Error('insert into messages values (secret)'), 0);
    expect(failure.type).toBe('Internal');
    expect(failure.message).not.toContain('secret');
  });
});

describe('a tool that was called outside of a run', () => {
  it('is tried again where that can help, and told as refused with its code at the end', () => {
    const error = new ToolRefused('EXECUTION_ERROR', 'Away.', { retryable: true });
    const failure = {
      type: 'ToolRefused',
      message: 'Away.',
      code: 'EXECUTION_ERROR',
      fault: 'passing',
    };
    expect(toFailure(error, 0)).toEqual({ failure, isFinal: false });
    expect(toFailure(error, 2)).toEqual({ failure, isFinal: true });
    expect(toFailure(new ToolRefused('VALIDATION_ERROR', 'No.'), 0).isFinal).toBe(true);
  });

  it('is told at once that it is called too often', () => {
    const options = { retryable: true, retryAfterMs: 5_000 };
    const error = new ToolRefused('RATE_LIMIT', 'Too often.', options);
    expect(toFailure(error, 0)).toMatchObject({ failure: { retryAfterMs: 5_000 }, isFinal: true });
  });

  it('waits for what it waits for, as long as a person would', () => {
    const waiting = (retryAfterMs: number) =>
      toFailure(new ToolWaiting({ reason: 'The next bar.', retryAfterMs }), 9);
    expect(waiting(20_000)).toMatchObject({ failure: { type: 'ToolWaiting' }, isFinal: false });
    expect(waiting(90_000)).toMatchObject({ failure: { retryAfterMs: 90_000 }, isFinal: true });
  });

  it('of a tool says where a failure lies, and that it may pass where it may', () => {
    const refused = (options: { retryable: boolean; fault?: ToolFault }) =>
      toFailure(new ToolRefused('EXECUTION_ERROR', 'No.', options), 0).failure.fault;
    expect(refused({ retryable: false, fault: 'denied' })).toBe('denied');
    expect(refused({ retryable: true, fault: 'upstream' })).toBe('passing');
    expect(refused({ retryable: false })).toBeUndefined();
    const limit = new ToolRefused('RATE_LIMIT', 'Too often.', { retryable: true });
    expect(toFailure(limit, 0).failure.fault).toBeUndefined();
  });
});

import { ApplicationFailure, CancelledFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { UnreadableRecord } from '../../../contracts/base/sealed-text.ts';
import { withNeutralErrors } from '../../../activities/base/neutral-error.ts';

const refused = new DrizzleQueryError(
  'insert into messages values ($1)',
  ['a private talk'],
  new Error('invalid byte sequence'),
);

/** What an activity that throws `given` gives to Temporal, and what the worker's log is told. */
async function thrown(given: Error) {
  const log = vi.fn();
  const logger = { log, trace: log, debug: log, info: log, warn: log, error: log };
  const environment = new MockActivityEnvironment({}, { logger });
  const { startRun } = withNeutralErrors({
    async startRun() {
      throw given;
    },
  });
  try {
    await environment.run(startRun);
  } catch (failure) {
    return { failure, logged: log.mock.calls.flat() };
  }
  throw new Error('the activity did not fail');
}

describe('an activity that the database fails', () => {
  it.each([
    ['as the query error itself', refused],
    [
      'as a failure around it',
      ApplicationFailure.create({ message: refused.message, nonRetryable: true, cause: refused }),
    ],
  ])('says so without query, parameters or cause, and may be retried: %s', async (_how, error) => {
    const { failure } = await thrown(error);
    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({
      type: 'RecordsUnavailable',
      message: expect.stringMatching(
        /^The records could not be read or written. See the worker's log \(worker\.log/,
      ),
      nonRetryable: false,
      cause: undefined,
    });
  });

  it('tells the worker’s log the query and why, but no parameters', async () => {
    const { logged } = await thrown(refused);
    const [entry] = logged.filter((part) => Object(part).query !== undefined);
    expect(entry).toMatchObject({ query: refused.query, error: refused.cause });
    expect(JSON.stringify(logged)).not.toContain('a private talk');
  });
});

it('a value that the database takes at no time fails for good', async () => {
  const cause = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
  const { failure } = await thrown(new DrizzleQueryError('insert', [], cause));
  expect(failure).toMatchObject({
    type: 'RecordsRefused',
    nonRetryable: true,
    message: expect.not.stringContaining('byte'),
  });
});

it('a failure of an unavailable database says so, so that it is not counted', async () => {
  const cause = new Error('Connection terminated unexpectedly');
  const { failure } = await thrown(new DrizzleQueryError('select 1', [], cause));
  expect(failure).toMatchObject({ nonRetryable: false, details: [null, { away: 'the database' }] });
});

it.each([
  new Error('unforeseen'),
  new CancelledFailure('cancelled'),
  ApplicationFailure.nonRetryable('no conversation', 'ConversationNotFound'),
])('%s of an activity passes unchanged', async (error) => {
  expect((await thrown(error)).failure).toBe(error);
});

it('an activity that reads a value that no key opens is not tried again', async () => {
  const { failure } = await thrown(new UnreadableRecord('The input', 'lost'));
  expect(failure).toMatchObject({
    nonRetryable: true,
    type: 'UnreadableRecord',
    message: expect.stringContaining('"lost"'),
  });
});

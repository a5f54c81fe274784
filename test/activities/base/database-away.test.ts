import { ApplicationFailure } from '@temporalio/activity';
import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { isDatabaseAway } from '../../../activities/base/database-away.ts';

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });
const query = (cause: Error) => new DrizzleQueryError('select 1', [], cause);

describe('the database is unavailable', () => {
  it.each([
    ['no connection to it can be made', query(withCode('ECONNREFUSED'))],
    ['a transaction does not even begin', withCode('ECONNREFUSED')],
    ['its connection ends', query(new Error('Connection terminated unexpectedly'))],
    ['it is shut down', query(withCode('57P01'))],
    ['it starts', query(withCode('57P03'))],
    ['it takes no more connections', query(withCode('53300'))],
    ['another takes over', query(withCode('25006'))],
    [
      'a failure has it as its cause',
      ApplicationFailure.create({ message: 'failed', cause: query(withCode('ECONNRESET')) }),
    ],
  ])('where %s', (_when, error) => expect(isDatabaseAway(error)).toBe(true));
});

describe('the database is there', () => {
  it.each([
    ['it refuses a value', query(withCode('22021'))],
    ['it does not know a column', query(withCode('42703'))],
    ['a row is there already', query(withCode('23505'))],
    ['a value cannot be sent to it', query(new TypeError('Do not know how to serialize a BigInt'))],
    ['the failure is another', ApplicationFailure.nonRetryable('not found', 'CallNotFound')],
  ])('where %s', (_when, error) => expect(isDatabaseAway(error)).toBe(false));
});

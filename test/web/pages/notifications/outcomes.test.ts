import { expect, test } from 'vitest';
import { hasFailed, outcomeOf } from '../../../../web/src/pages/notifications/outcomes.ts';

const attempt = (error: string | null) => ({
  attempt: 1,
  startedAt: '2026-11-21T12:00:00.000Z',
  endedAt: null,
  code: error && 'NOT_CONFIGURED',
  error,
});

test('what is still to be sent says why it was not, until it is tried again', () => {
  const why = 'Webhooks need a secret.';
  const stuck = outcomeOf({ status: 'pending', attempts: [attempt(why)] });
  expect(stuck).toMatchObject({ title: 'not delivered yet, Baton will retry', error: why });
  const tried = outcomeOf({ status: 'pending', attempts: [attempt(why), attempt(null)] });
  expect(tried).toMatchObject({ title: 'sending', error: null });
  expect(outcomeOf({ status: 'pending', attempts: [] }).title).toBe('sending');
});

test('what was given up says why', () => {
  const given = outcomeOf({ status: 'failed', attempts: [attempt('The receiver answered 404.')] });
  expect(given).toMatchObject({ title: 'not delivered', error: 'The receiver answered 404.' });
});

test('a delivery is told of where a try has failed, also before one that has not', () => {
  const failed = attempt('The receiver answered 503.');
  expect(hasFailed({ status: 'delivered', attempts: [attempt(null)] })).toBe(false);
  expect(hasFailed({ status: 'pending', attempts: [] })).toBe(false);
  expect(hasFailed({ status: 'pending', attempts: [failed] })).toBe(true);
  expect(hasFailed({ status: 'delivered', attempts: [failed, attempt(null)] })).toBe(true);
});

import { expect, test } from 'vitest';
import { temporalGateway } from '../../../api/temporal/index.ts';
import type { TemporalClient } from '../../../api/temporal/index.ts';

test('calls in progress are waited for before the connection may be closed', async () => {
  const answer = Promise.withResolvers<never>();
  const workflow = { withDeadline: () => answer.promise };
  const client = { workflow, options: { namespace: 'default' } };
  const gateway = temporalGateway(client as unknown as TemporalClient);
  let isSettled = false;
  const state = gateway.state('run');
  const settled = gateway.settled().then(() => (isSettled = true));
  await Promise.resolve();
  expect(isSettled).toBe(false);
  answer.reject(new Error('deadline exceeded'));
  await settled;
  expect(await state).toBeUndefined();
  await gateway.settled();
});

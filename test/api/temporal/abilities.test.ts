import { expect, it } from 'vitest';
import { temporalGateway } from '../../../api/temporal/gateway.ts';
import { temporalOfItsOwn } from '../../support/temporal-of-its-own.ts';

it.each([
  [true, {}],
  [false, { 'activity.enableStandalone': false }],
])('a server tells whether it runs standalone activities: %s', async (expected, settings) => {
  const { client } = await temporalOfItsOwn(settings);
  expect(await temporalGateway(client).runsStandaloneActivities()).toBe(expected);
});

import { expect, test } from 'vitest';
import { latestDeliveries } from '../../../../web/src/pages/notifications/settings/latest-deliveries.ts';
import type { Delivery } from '../../../../web/src/pages/notifications/outcomes.ts';

const delivery = (id: string, channel: Delivery['channel']): Delivery => ({
  id,
  channel,
  target: 'there',
  status: 'delivered',
  endedAt: null,
  attempts: [],
});

test('of each channel the newest delivery counts, also where a later notification went by another alone', () => {
  const notifications = [
    { deliveries: [delivery('3', 'webhook')] },
    { deliveries: [] },
    { deliveries: [delivery('2', 'webhook'), delivery('1', 'email')] },
  ];
  const { webhook, email } = latestDeliveries(notifications);
  expect([webhook?.id, email?.id]).toEqual(['3', '1']);
  expect(latestDeliveries([{ deliveries: [] }])).toEqual({});
});

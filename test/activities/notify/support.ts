import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createSenders } from '../../../activities/notify/create-senders.ts';
import { createDeliverNotification } from '../../../activities/notify/deliver-notification.ts';
import { createDecisionLinks } from '../../../activities/notify/decision-links.ts';
import { notifyEnvironment } from '../../../activities/notify/env.ts';
import type { Notify } from '../../../contracts/runs/notify.ts';
import type { Database } from '../../../db/open.ts';
import { deliveryRepository } from '../../../db/repositories/notifications/deliveries.ts';
import { notificationRepository } from '../../../db/repositories/notifications/notifications.ts';
import { notificationSettingsRepository } from '../../../db/repositories/notifications/notification-settings.ts';
import { userRepository } from '../../../db/repositories/catalog/users.ts';
import { approvalLinkRepository } from '../../../db/repositories/runs/approval-links.ts';
import { approvalRepository } from '../../../db/repositories/runs/approvals.ts';
import { runRepository } from '../../../db/repositories/runs/runs.ts';
import { storedRun } from '../support/activities.ts';

const logger = new DefaultLogger('ERROR');

export const secret = 'a-secret-of-the-tests';

/** Deliveries as a worker with these settings sends them. */
export function deliveriesOver(
  db: Database,
  environment: Record<string, string> = {},
  times: { pauseMs?: number; timeoutMs?: number } = {},
) {
  const settings = {
    BATON_WEBHOOK_SECRET: secret,
    BATON_WEBHOOK_HOSTS: '127.0.0.1',
    ...environment,
  };
  const senders = createSenders(notifyEnvironment.parse(settings));
  const decisionLinks = createDecisionLinks({
    approvals: approvalRepository(db),
    approvalLinks: approvalLinkRepository(db),
    notificationSettings: notificationSettingsRepository(db),
    runs: runRepository(db),
    users: userRepository(db),
  });
  const deliveries = deliveryRepository(db);
  const deliver = createDeliverNotification({ deliveries, senders, decisionLinks }, times);
  return {
    deliver,
    /** Runs the activity once, as Temporal would. */
    send: (deliveryId: string) =>
      new MockActivityEnvironment({}, { logger }).run(deliver, { deliveryId }),
  };
}

/** A run that has failed, and of whose end it is told. */
export async function endedRun(db: Database, id: string, notify: Notify): Promise<string> {
  await storedRun(db, id, { user: 'ann', notify });
  await runRepository(db).finish(id, {
    status: 'failed',
    error: { type: 'AllModelsFailed', message: 'No model answered. Set a key.' },
    stack: 'Error: at secret/place.ts:1',
    nodes: [],
  });
  return `${id}~ended`;
}

/** How a notification left Baton. */
export async function deliveriesOf(db: Database, notificationId: string) {
  return (
    (await notificationRepository(db).deliveriesOf([notificationId])).get(notificationId) ?? []
  );
}

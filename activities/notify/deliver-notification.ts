import { ApplicationFailure, Context } from '@temporalio/activity';
import { ApplicationFailureCategory } from '@temporalio/common';
import type { NotificationActivities } from '../../contracts/activities/index.ts';
import type { DeliveryRepository } from '../../db/repositories/notifications/deliveries.ts';
import { whileShowing } from '../../db/sealing.ts';
import type { MakeDecisionLink } from './decision-links.ts';
import type { Senders } from './sender.ts';
import { withHeartbeat } from '../base/heartbeat.ts';
import { NotSent } from './sender.ts';

/** A receiver that is silent for so long is tried again later. */
const answerMs = 10_000;
const firstPauseMs = 2_000;
const longestPauseMs = 60 * 60_000;
/** With the pauses between them, some nine hours; as many again for one that a person sends again. */
const mostAttempts = 20;

/**
 * Sends a delivery of the outbox. One that has been sent, or given up, is not sent again, however often its activity
 * runs; each try is on record before it begins.
 */
export function createDeliverNotification(
  {
    deliveries,
    senders,
    decisionLinks,
  }: { deliveries: DeliveryRepository; senders: Senders; decisionLinks: MakeDecisionLink },
  { pauseMs = firstPauseMs, timeoutMs = answerMs }: { pauseMs?: number; timeoutMs?: number } = {},
): NotificationActivities['deliverNotification'] {
  return async ({ deliveryId: id }) => {
    const toSend = await whileShowing(() => deliveries.get(id));
    if (!toSend) {
      throw ApplicationFailure.nonRetryable(`Delivery ${id} not found.`, 'DeliveryNotFound');
    }
    if (toSend.delivery.status !== 'pending') return;
    const attempt = await deliveries.beginAttempt(id);
    const signal = AbortSignal.any([
      Context.current().cancellationSignal,
      AbortSignal.timeout(timeoutMs),
    ]);
    try {
      const send = senders[toSend.delivery.channel];
      const makeLink = () => whileShowing(() => decisionLinks(toSend));
      const code = await withHeartbeat(() => send({ ...toSend, makeLink }, signal));
      await deliveries.endAttempt({ id, attempt }, { code, error: null, status: 'delivered' });
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      const isLast = !error.isTransient || attempt % mostAttempts === 0;
      const { code, message } = error;
      const outcome = { code, error: message, ...(isLast && { status: 'failed' as const }) };
      await deliveries.endAttempt({ id, attempt }, outcome);
      const notSent = { event: 'notification not sent', delivery: id, attempt, code, isLast };
      Context.current().log.warn(message, notSent);
      const earlier = (attempt - 1) % mostAttempts;
      throw ApplicationFailure.create({
        type: 'DeliveryFailed',
        message,
        nonRetryable: isLast,
        nextRetryDelay: Math.max(error.pauseMs, Math.min(longestPauseMs, pauseMs * 2 ** earlier)),
        // It has its line in the log: no stack has to follow.
        category: ApplicationFailureCategory.BENIGN,
      });
    }
  };
}

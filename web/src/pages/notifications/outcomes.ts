import type { NotificationView } from '../../../../contracts/api/index.ts';
import type { DeliveryStatus } from '../../../../contracts/runs/notify.ts';
import { texts } from './texts.ts';

export type Delivery = NotificationView['deliveries'][number];

type Outcome = { title: string; colour: string };

const outcomes: Record<DeliveryStatus, Outcome> = {
  pending: { title: texts.delivery.sending, colour: 'text-busy' },
  delivered: { title: 'delivered', colour: 'text-good' },
  failed: { title: texts.delivery.failed, colour: 'text-bad' },
};

/** A try has failed, as where nothing to send with is set yet, and another one follows. */
const triedAgain: Outcome = { title: texts.delivery.retrying, colour: 'text-wait' };

/** What became of a delivery, in words and in colour, with what its last try failed of. */
export function outcomeOf({
  status,
  attempts,
}: Pick<Delivery, 'status' | 'attempts'>): Outcome & { error: string | null } {
  const error = attempts.at(-1)?.error ?? null;
  const outcome = status === 'pending' && error !== null ? triedAgain : outcomes[status];
  return { ...outcome, error };
}

/** Whether a try to deliver has failed, also where a later one has not. */
export function hasFailed({ attempts, status }: Pick<Delivery, 'status' | 'attempts'>): boolean {
  return status === 'failed' || attempts.some(({ error }) => error !== null);
}

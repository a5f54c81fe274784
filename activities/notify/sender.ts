import type { Channel } from '../../contracts/runs/notify.ts';
import type { DecisionLink } from './decision-links.ts';
import type { DeliveryToSend } from '../../db/repositories/notifications/deliveries.ts';

/** What goes out: a delivery, with a way to decide what it tells of, where the receiver is to have one. */
export type Outgoing = DeliveryToSend & { makeLink?: () => Promise<DecisionLink | undefined> };

/** Sends a delivery once. Gives what the receiver answered, in short. */
export type Sender = (delivery: Outgoing, signal: AbortSignal) => Promise<string>;
export type Senders = Record<Channel, Sender>;

/** Somebody has to set something first, or another worker has it. */
const notConfiguredPauseMs = 15 * 60_000;

/** A try that failed, in words that hold no secret. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  /** What the receiver answered, or the network's error code. */
  readonly code: string;
  /** Whether another try could go better. */
  readonly isTransient: boolean;
  /** How long to wait at least before another try. */
  readonly pauseMs: number;

  constructor(
    message: string,
    { code, isTransient, pauseMs = 0 }: { code: string; isTransient: boolean; pauseMs?: number },
  ) {
    super(message);
    this.code = code;
    this.isTransient = isTransient;
    this.pauseMs = pauseMs;
  }
}

/** What is missing in the settings of this worker: another one may have it, and it can be set. */
export function notConfigured(message: string): NotSent {
  return new NotSent(message, {
    code: 'NOT_CONFIGURED',
    isTransient: true,
    pauseMs: notConfiguredPauseMs,
  });
}

/** @param who did not answer, in words: `receiver`. */
export function tooLate(who: string): NotSent {
  return new NotSent(`The ${who} timed out.`, { code: 'TIMEOUT', isTransient: true });
}

import type { DeliveryToSend } from '../../db/repositories/deliveries.ts';
import type { NotifyEnvironment } from './env.ts';
import { postGuarded } from './post-guarded.ts';
import { NotSent, notConfigured } from './sender.ts';
import type { Sender } from './sender.ts';
import { signWebhook, webhookKey } from './sign-webhook.ts';

/** Statuses of a receiver that may do better later. */
const transient = new Set([408, 409, 425, 429]);

/** What to set before webhooks can be sent; undefined where nothing is missing. */
export function missingForWebhook(environment: NotifyEnvironment): string | undefined {
  if (environment.BATON_WEBHOOK_SECRET) return undefined;
  return 'Webhooks are not sent without a secret: set BATON_WEBHOOK_SECRET.';
}

/** Sends webhooks, signed, each with the id of its delivery: a receiver knows a repeated one by it. */
export function webhookSender(environment: NotifyEnvironment): Sender {
  const { BATON_WEBHOOK_SECRET: secret = '', BATON_WEBHOOK_HOSTS: allowedHosts } = environment;
  const missing = missingForWebhook(environment);
  return async (toSend, signal) => {
    if (missing) throw notConfigured(missing);
    const body = JSON.stringify(contentOf(toSend));
    const { id, target } = toSend.delivery;
    const status = await postGuarded(new URL(target), {
      body,
      allowedHosts,
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Baton',
        'baton-delivery': encodeURIComponent(id),
        'baton-signature': signWebhook(body, {
          key: webhookKey(secret, target),
          at: new Date(),
        }),
      },
    });
    if (status >= 200 && status < 300) return String(status);
    throw new NotSent(`The receiver answered ${status}.`, {
      code: String(status),
      isTransient: status >= 500 || transient.has(status),
    });
  };
}

/** What a receiver is told: the same on every try. */
function contentOf({ delivery, notification, run }: DeliveryToSend) {
  const { id, kind, user, runId, status, title, text, createdAt } = notification;
  return {
    id: delivery.id,
    type: kind,
    createdAt: createdAt.toISOString(),
    notification: { id, title, text },
    run: { id: runId, pipeline: run.pipeline, user, status },
  };
}

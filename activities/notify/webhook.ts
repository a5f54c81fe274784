import { signWebhook } from '../../keys/webhook-signatures.ts';
import { createNetwork } from '../network/create-network.ts';
import { NetworkError } from '../network/network-error.ts';
import type { NotifyEnvironment } from './env.ts';
import { NotSent, notConfigured } from './sender.ts';
import { linkOf } from './link-text.ts';
import type { Outgoing, Sender } from './sender.ts';
import { createHmac } from 'node:crypto';

/** What no other try mends. */
const refused = new Set<string>(['ADDRESS_REFUSED', 'URL_REFUSED']);
/** Statuses of a receiver that may do better later. */
const transient = new Set([408, 409, 425, 429]);

/** What to set before webhooks can be sent; undefined where nothing is missing. */
export function missingForWebhook(environment: NotifyEnvironment): string | undefined {
  if (environment.BATON_WEBHOOK_SECRET) return undefined;
  return 'Webhooks need a secret: set BATON_WEBHOOK_SECRET.';
}

/** Sends webhooks, signed, each with the id of its delivery: a receiver knows a repeated one by it. */
export function webhookSender(environment: NotifyEnvironment): Sender {
  const { BATON_WEBHOOK_SECRET: secret = '', BATON_WEBHOOK_HOSTS: allowedHosts } = environment;
  const missing = missingForWebhook(environment);
  const hostsSetting = 'BATON_WEBHOOK_HOSTS';
  const network = createNetwork({ allowedHosts, ports: 'any', hostsSetting });
  return async (toSend, signal) => {
    if (missing) throw notConfigured(missing);
    const link = await linkOf(environment, toSend);
    const body = JSON.stringify(contentOf(toSend, link));
    const { id, target } = toSend.delivery;
    const { status } = await network
      .send(new URL(target), {
        method: 'POST',
        body,
        signal,
        // Only the status counts.
        isBodyRead: false,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Baton',
          'baton-delivery': encodeURIComponent(id),
          'baton-signature': signWebhook(body, {
            key: webhookKey(secret, target),
            at: new Date(),
          }),
        },
      })
      .catch((error: unknown) => {
        if (!(error instanceof NetworkError)) throw error;
        const { code, message } = error;
        // Else a receiver may be mended within the hours in which it is tried, its certificate too.
        throw new NotSent(message, { code, isTransient: !refused.has(code) });
      });
    if (status >= 200 && status < 300) return String(status);
    throw new NotSent(`The receiver answered ${status}.`, {
      code: String(status),
      isTransient: status >= 500 || transient.has(status),
    });
  };
}

/** What a receiver is told: the same on every try, but for a link, which is new on each. Chats show `text`. */
function contentOf(
  { delivery, notification, run }: Outgoing,
  link: { url: string; words: string } | undefined,
) {
  const { id, kind, user, runId, status, title, text, createdAt } = notification;
  return {
    id: delivery.id,
    type: kind,
    createdAt: createdAt.toISOString(),
    text: [title, text, link && `${link.url}\n${link.words}`].filter(Boolean).join('\n'),
    ...(link && { decide: link.url }),
    notification: { id, title, text },
    run: run && { id: runId, pipeline: run.pipeline, user, status },
  };
}

/**
 * The key that the webhooks to one target are signed with: who knows the key of a target can neither sign for another
 * one nor send a webhook on to it.
 * @param secret that of all webhooks, which stays with the operator.
 * @param target the URL as the settings have it.
 * @returns the HMAC-SHA256 of the target in hex, which is the key as text.
 */
function webhookKey(secret: string, target: string): string {
  return createHmac('sha256', secret).update(target).digest('hex');
}

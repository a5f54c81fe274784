import { createHmac } from 'node:crypto';

/**
 * The key that the webhooks to one target are signed with: who knows the key of a target can neither sign for another
 * one nor send a webhook on to it.
 * @param secret that of all webhooks, which stays with the operator.
 * @param target the URL as the settings have it.
 * @returns the HMAC-SHA256 of the target in hex, which is the key as text.
 */
export function webhookKey(secret: string, target: string): string {
  return createHmac('sha256', secret).update(target).digest('hex');
}

/**
 * The value of `Baton-Signature`, in the form that Stripe uses: `t=<seconds>,v1=<hex>`, where the second is the
 * HMAC-SHA256 of `<seconds>.<body>` under the key of the target. A receiver that checks the time too knows a request
 * that was sent again by somebody else.
 */
export function signWebhook(body: string, { key, at }: { key: string; at: Date }): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  const signature = createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

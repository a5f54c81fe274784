import type { Notify } from '../../contracts/runs/notify.ts';
import { hostOf, isAllowedHost, isPrivateHost } from '../../contracts/base/public-address.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

/**
 * Refuses a webhook that the workers would not send: one to an address of their own network. A name is looked up when it
 * is sent to, and refused then.
 * @param options.path where it stands in the request, such as `notify.webhook`.
 * @throws {Problem} `invalid-request`.
 */
export async function requirePublicTargets(
  { notificationSettings }: Pick<Services, 'notificationSettings'>,
  notify: Notify | null | undefined,
  { path }: { path: string },
): Promise<void> {
  if (!notify || notify === 'none' || !notify.webhook) return;
  const url = new URL(notify.webhook);
  const host = hostOf(url.hostname);
  if (!isPrivateHost(host)) return;
  const { webhook } = await notificationSettings.channels();
  if (webhook && isAllowedHost(webhook.allowedHosts, url)) return;
  const message = `${host} is not a public address`;
  const fix = `use a public address, or set BATON_WEBHOOK_HOSTS=${host} where the workers run`;
  throw new Problem('invalid-request', `${message}: ${fix}.`, [{ path, message, fix }]);
}

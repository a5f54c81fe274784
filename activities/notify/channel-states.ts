import type { Channel } from '../../contracts/runs/notify.ts';
import type { ChannelState } from '../../db/repositories/notifications/notification-settings.ts';
import { missingForEmail } from './email.ts';
import type { NotifyEnvironment } from './env.ts';
import { missingForWebhook } from './webhook.ts';

/** What a worker with these settings can send by. */
export function channelStates(environment: NotifyEnvironment): Record<Channel, ChannelState> {
  return {
    webhook: {
      missing: missingForWebhook(environment) ?? null,
      allowedHosts: environment.BATON_WEBHOOK_HOSTS,
    },
    email: { missing: missingForEmail(environment) ?? null, allowedHosts: [] },
  };
}

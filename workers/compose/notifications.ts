import { channelStates } from '../../activities/notify/channel-states.ts';
import type { NotifyEnvironment } from '../../activities/notify/env.ts';
import type { Database } from '../../db/open.ts';
import {
  everyone,
  notificationSettingsRepository,
} from '../../db/repositories/notifications/notification-settings.ts';

/** Tells the API where notifications go by the settings, and which ways there are. */
export async function publishNotificationSettings(
  environment: NotifyEnvironment,
  db: Database,
): Promise<void> {
  const settings = notificationSettingsRepository(db);
  await settings.put(everyone, {
    webhook: environment.BATON_WEBHOOK_URL,
    email: environment.BATON_MAIL_TO,
  });
  await settings.publishChannels(channelStates(environment));
}

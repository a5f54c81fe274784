import { emailSender } from './email.ts';
import type { NotifyEnvironment } from './env.ts';
import type { Senders } from './sender.ts';
import { webhookSender } from './webhook.ts';

/** The ways out of Baton, as the settings have them. */
export function createSenders(environment: NotifyEnvironment): Senders {
  return { webhook: webhookSender(environment), email: emailSender(environment) };
}

import { z } from 'zod';
import { ownWords } from '../base/own-words.ts';
import { domains } from '../domains.ts';

/** Where a webhook is sent: http or https, and nothing secret in the address itself. */
export const webhookUrlSchema = z
  .url({
    protocol: /^https?$/,
    ...ownWords('is not an http(s) URL', 'write a URL such as https://example.com/baton'),
  })
  .max(2_000)
  .refine(
    (url) => !URL.canParse(url) || !isWithSecret(new URL(url)),
    ownWords('contains a user or a password', 'remove them; Baton signs its requests'),
  );
function isWithSecret({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** RFC 5321 allows 64 characters before the @. */
const emailSchema = z
  .email()
  .max(320)
  .refine(
    (address) => address.indexOf('@') <= 64,
    ownWords('is not an email address', 'write at most 64 characters before the @'),
  );

/** Where a user is told beside in the app. */
export const channelsSchema = z.strictObject({
  webhook: webhookUrlSchema.optional(),
  email: emailSchema.optional(),
});
export type Channels = z.infer<typeof channelsSchema>;

/** Who is told of the end of a run, and of what it waits for. */
export const notifySchema = z.union([z.literal('none'), channelsSchema]);
export type Notify = z.infer<typeof notifySchema>;

export const channels = ['webhook', 'email'] as const satisfies (keyof Channels)[];
export type Channel = (typeof channels)[number];

export const notificationKinds = [
  'run-ended',
  'run-waiting',
  'rejected',
  'trigger-failed',
  'health-alert',
  'identity-linked',
  ...domains.flatMap((domain) => domain.notificationKinds),
];

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

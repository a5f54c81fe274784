import { z } from 'zod';
import { publicUrlSchema } from '../../contracts/base/public-url.ts';
import { webhookUrlSchema } from '../../contracts/runs/notify.ts';

/** How users are told beside in the app. */
export const notifyEnvironment = z.object({
  /** The mail server, such as `smtps://user:password@mail.example.com`; left out, no e-mail is sent. */
  BATON_SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'not an smtp(s) URL' }).optional(),
  /** Who e-mails are from. */
  BATON_MAIL_FROM: z.string().min(1).default('Baton <baton@localhost>'),
  /** Who is sent e-mails where a user has no address of their own. */
  BATON_MAIL_TO: z.email().optional(),
  /** Where webhooks go where a user has none of their own. */
  BATON_WEBHOOK_URL: webhookUrlSchema.optional(),
  /** Where browsers find the API; left out, nobody is sent a link to decide with. */
  BATON_PUBLIC_URL: publicUrlSchema.optional(),
  /** What webhooks are signed with; without it none is sent. */
  BATON_WEBHOOK_SECRET: z.string().min(16, 'write at least 16 characters').optional(),
  /** Hosts that webhooks may go to though their addresses are not public, as a comma list. */
  BATON_WEBHOOK_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    ),
});
export type NotifyEnvironment = z.output<typeof notifyEnvironment>;

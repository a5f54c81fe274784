import { inArray } from 'drizzle-orm';
import { channels } from '../../../contracts/runs/notify.ts';
import type { Channel, Channels } from '../../../contracts/runs/notify.ts';
import { storableText } from '../../../contracts/base/text.ts';
import type { Database } from '../../open.ts';
import { everyone } from './notification-settings.ts';
import { deliveries, notificationSettings, notifications } from '../../schema/index.ts';
import type { runs } from '../../schema/index.ts';

/** What has happened that a user is to be told: mostly to a run. */
export type Announcement = Omit<
  typeof notifications.$inferInsert,
  'runId' | 'user' | 'createdAt' | 'readAt'
> & {
  /** Whose, and of which run; `id` is null where it tells of none. */
  run: Pick<typeof runs.$inferSelect, 'user' | 'notify'> & { id: string | null };
};

/**
 * Writes a notification with its deliveries, in the transaction of what it tells of: either both are on record or
 * neither. What was announced before under the id stays as it is.
 */
export async function announce(tx: Database, { run, ...told }: Announcement): Promise<void> {
  if (run.notify === 'none') return;
  const [written] = await tx
    .insert(notifications)
    .values({
      ...told,
      title: storableText(told.title),
      text: storableText(told.text),
      runId: run.id,
      user: run.user,
      createdAt: new Date(),
    })
    .onConflictDoNothing()
    .returning({ id: notifications.id });
  if (!written) return;
  const targets = await targetsOf(tx, run.user, run.notify ?? {});
  if (targets.length === 0) return;
  await tx.insert(deliveries).values(
    targets.map(({ channel, target }) => ({
      id: `${written.id}~${channel}`,
      notificationId: written.id,
      channel,
      target,
    })),
  );
}

/** What the run names counts before what the user has set, and that before what is set for everyone. */
async function targetsOf(
  tx: Database,
  user: string,
  named: Channels,
): Promise<{ channel: Channel; target: string }[]> {
  const rows = await tx
    .select()
    .from(notificationSettings)
    .where(inArray(notificationSettings.user, [user, everyone]));
  const own = rows.find((row) => row.user === user);
  const common = rows.find((row) => row.user === everyone);
  return channels.flatMap((channel) => {
    const target = named[channel] ?? own?.[channel] ?? common?.[channel];
    return target ? [{ channel, target }] : [];
  });
}

import { and, eq } from 'drizzle-orm';
import { channels } from '../../../contracts/runs/notify.ts';
import type { Channel, Channels } from '../../../contracts/runs/notify.ts';
import type { Database } from '../../open.ts';
import { notificationChannels, notificationSettings } from '../../schema/index.ts';

/** The name of the row for users without settings of their own; no user can have it. */
export const everyone = '';

/** What the workers can send by a channel. */
export type ChannelState = Omit<typeof notificationChannels.$inferSelect, 'channel'>;

/** Reads and writes where users are told beside in the app. */
export function notificationSettingsRepository(db: Database) {
  return {
    async get(user: string): Promise<Channels> {
      const [row] = await db
        .select()
        .from(notificationSettings)
        .where(eq(notificationSettings.user, user));
      return {
        ...(row?.webhook && { webhook: row.webhook }),
        ...(row?.email && { email: row.email }),
      };
    },

    /** Whether a user chose in person where they are told. */
    async isOwn(user: string): Promise<boolean> {
      const [row] = await db
        .select({ own: notificationSettings.own })
        .from(notificationSettings)
        .where(eq(notificationSettings.user, user));
      return row?.own ?? false;
    },

    /** Where a user is told by a channel, as they have chosen in person; undefined where they have not. */
    async ownTarget(user: string, channel: Channel): Promise<string | undefined> {
      const [row] = await db
        .select()
        .from(notificationSettings)
        .where(and(eq(notificationSettings.user, user), eq(notificationSettings.own, true)));
      return row?.[channel] ?? undefined;
    },

    /**
     * Replaces the settings of a user.
     * @param own whether the user chose them in person: what they decide with may then be sent there.
     */
    async put(
      user: string,
      { webhook = null, email = null }: NullableChannels,
      { own = false }: { own?: boolean } = {},
    ): Promise<void> {
      const row = { webhook, email, own };
      await db
        .insert(notificationSettings)
        .values({ user, ...row })
        .onConflictDoUpdate({ target: notificationSettings.user, set: row });
    },

    /** Called by a worker when it starts: replaces what was published before. */
    async publishChannels(published: Record<Channel, ChannelState>): Promise<void> {
      for (const channel of channels) {
        const row = published[channel];
        await db
          .insert(notificationChannels)
          .values({ channel, ...row })
          .onConflictDoUpdate({ target: notificationChannels.channel, set: row });
      }
    },

    /** What the workers can send by; a channel that none has spoken of is left out. */
    async channels(): Promise<Partial<Record<Channel, ChannelState>>> {
      const rows = await db.select().from(notificationChannels);
      return Object.fromEntries(rows.map(({ channel, ...state }) => [channel, state]));
    },
  };
}

export type NotificationSettingsRepository = ReturnType<typeof notificationSettingsRepository>;

type NullableChannels = { [Name in keyof Channels]?: string | null };

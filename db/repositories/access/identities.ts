import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { announce } from '../notifications/outbox.ts';
import { identities } from '../../schema/index.ts';

/** A person at an OpenID provider. */
export type Identity = Pick<typeof identities.$inferSelect, 'issuer' | 'subject'>;

/** Who the people are that an OpenID provider signs in. */
export function identityRepository(db: Database) {
  return {
    /** The user that a person is. */
    async userOf({ issuer, subject }: Identity): Promise<string | undefined> {
      const [row] = await db
        .select()
        .from(identities)
        .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
      return row?.user;
    },

    /** Makes a person a user, for good. @returns false where either has another already. */
    async bind(identity: Identity, user: string): Promise<boolean> {
      const bound = await db
        .insert(identities)
        .values({ ...identity, user })
        .onConflictDoNothing()
        .returning();
      return bound.length > 0;
    },

    /**
     * Makes a user another person than before, and tells the user who did so: both or neither.
     * @returns false, and changes nothing, where the person is another user.
     */
    async replace(identity: Identity, user: string, by: string): Promise<boolean> {
      const { issuer, subject } = identity;
      const isPerson = and(eq(identities.issuer, issuer), eq(identities.subject, subject));
      return db.transaction(async (tx) => {
        const [known] = await tx.select().from(identities).where(isPerson);
        if (known && known.user !== user) return false;
        await tx.delete(identities).where(eq(identities.user, user));
        await tx.insert(identities).values({ ...identity, user });
        await announce(tx, {
          id: `${user}~identity~${randomUUID()}`,
          run: { id: null, user, notify: null },
          kind: 'identity-linked',
          title: `${user} was linked to a single sign-on identity`,
          text:
            `${by} linked it to ${subject} of ${issuer}: whoever signs in there is ${user} here. Sessions of before have ` +
            'ended. If you did not expect this, ask an admin to unlink it.',
        });
        return true;
      });
    },

    /** Makes a user no person of a provider. @returns who it was; undefined where it was none. */
    async remove(user: string): Promise<Identity | undefined> {
      const { issuer, subject } = identities;
      const [removed] = await db
        .delete(identities)
        .where(eq(identities.user, user))
        .returning({ issuer, subject });
      return removed;
    },
  };
}

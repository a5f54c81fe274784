import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { gatewayResponses } from '../../schema/index.ts';

export type StoredResponse = typeof gatewayResponses.$inferSelect;

/** A conversation cannot go on for longer. */
const mostResponses = 1_000;

/** Keeps the answers of the Responses API that their users want kept. Each user finds their own alone. */
export function gatewayResponseRepository(db: Database) {
  const isOf = (user: string, id: string) =>
    and(eq(gatewayResponses.user, user), eq(gatewayResponses.id, id));

  return {
    /** Stores a response; one that is stored already stays as it is. */
    async add(response: Omit<StoredResponse, 'createdAt'>): Promise<void> {
      await db.insert(gatewayResponses).values(response).onConflictDoNothing();
    },

    async get(user: string, id: string): Promise<StoredResponse | undefined> {
      const [row] = await db.select().from(gatewayResponses).where(isOf(user, id));
      return row;
    },

    /**
     * A response and those that it goes on from, the first one first.
     * @returns nothing where one of them is not there any more.
     */
    async conversation(user: string, id: string): Promise<StoredResponse[]> {
      const found = await db.execute(sql`
        with recursive earlier as (
          select id, previous_id, 1 as place from ${gatewayResponses}
            where ${gatewayResponses.user} = ${user} and ${gatewayResponses.id} = ${id}
          union all
          select next.id, next.previous_id, earlier.place + 1
            from ${gatewayResponses} next join earlier on next.id = earlier.previous_id
            where next."user" = ${user} and earlier.place < ${mostResponses}
        ) select id, previous_id from earlier order by place desc`);
      const { rows } = found as unknown as { rows: { id: string; previous_id: string | null }[] };
      if (rows[0]?.previous_id !== null) return [];
      const ids = rows.map((row) => row.id);
      const stored = await db
        .select()
        .from(gatewayResponses)
        .where(inArray(gatewayResponses.id, ids));
      const byId = new Map(stored.map((row) => [row.id, row]));
      return ids.flatMap((each) => byId.get(each) ?? []);
    },

    /** @returns whether there was one. */
    async remove(user: string, id: string): Promise<boolean> {
      const gone = await db
        .delete(gatewayResponses)
        .where(isOf(user, id))
        .returning({ id: gatewayResponses.id });
      return gone.length > 0;
    },

    /** Forgets the responses from before a time; gives how many there were. */
    async prune(before: Date): Promise<number> {
      const gone = await db
        .delete(gatewayResponses)
        .where(lt(gatewayResponses.createdAt, before))
        .returning({ id: gatewayResponses.id });
      return gone.length;
    },
  };
}

export type GatewayResponseRepository = ReturnType<typeof gatewayResponseRepository>;

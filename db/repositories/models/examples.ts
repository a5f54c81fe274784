import { and, desc, eq, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../../open.ts';
import { examples } from '../../schema/index.ts';

export type ExampleRow = typeof examples.$inferSelect;

/** Reads and writes the examples that models and prompts are evaluated by. */
export function exampleRepository(db: Database) {
  return {
    async add(example: ExampleRow): Promise<ExampleRow> {
      const [row] = await db.insert(examples).values(example).returning();
      return row!;
    },

    async get(id: string): Promise<ExampleRow | undefined> {
      const [row] = await db.select().from(examples).where(eq(examples.id, id));
      return row;
    },

    /** Newest first, from the one after `after`. */
    async list(which: {
      label?: string | undefined;
      after?: { at: Date; id: string } | undefined;
      limit: number;
    }): Promise<ExampleRow[]> {
      const { label, after, limit } = which;
      const { createdAt, id, labels } = examples;
      return db
        .select()
        .from(examples)
        .where(
          and(
            label === undefined ? undefined : sql`${labels} @> ${JSON.stringify([label])}::jsonb`,
            after && or(lt(createdAt, after.at), and(eq(createdAt, after.at), lt(id, after.id))),
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(limit);
    },

    /** Gives whether it was there. */
    async remove(id: string): Promise<boolean> {
      const gone = await db
        .delete(examples)
        .where(eq(examples.id, id))
        .returning({ id: examples.id });
      return gone.length > 0;
    },
  };
}

export type ExampleRepository = ReturnType<typeof exampleRepository>;

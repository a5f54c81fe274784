import { and, asc, desc, eq } from 'drizzle-orm';
import type { Plan } from '../../../contracts/agents/plan.ts';
import type { Database } from '../../open.ts';
import { conversations, plans } from '../../schema/index.ts';
import { isAt } from './node-attempts.ts';

export type PlanRow = typeof plans.$inferSelect;

/** Whose plan, and the step that changes it. */
export type PlanPlace = Pick<PlanRow, 'conversationId' | 'runId' | 'nodePath' | 'step'>;

export type Revision = Plan & { reason?: string | undefined };

/** Reads and writes the plans of agents. */
export function planRepository(db: Database) {
  async function latest(conversationId: string, from: Database = db): Promise<PlanRow | undefined> {
    const [row] = await from
      .select()
      .from(plans)
      .where(eq(plans.conversationId, conversationId))
      .orderBy(desc(plans.revision))
      .limit(1);
    return row;
  }

  return {
    latest: (conversationId: string) => latest(conversationId),

    /** Every revision of a conversation's plan, oldest first. */
    async ofConversation(conversationId: string): Promise<PlanRow[]> {
      return db
        .select()
        .from(plans)
        .where(eq(plans.conversationId, conversationId))
        .orderBy(asc(plans.revision));
    },

    /**
     * Stores what follows on the latest revision. A step changes a plan once: again, it changes nothing.
     * @param change gives the next revision, or undefined where nothing changes; no other can come in between.
     * @returns the new revision, where there is one.
     */
    async revise(
      place: PlanPlace,
      change: (plan: Plan | undefined) => Revision | undefined,
    ): Promise<PlanRow | undefined> {
      const { conversationId, step } = place;
      return db.transaction(async (transaction) => {
        await transaction
          .select({ id: conversations.id })
          .from(conversations)
          .where(eq(conversations.id, conversationId))
          .for('update');
        const isMade = and(eq(plans.conversationId, conversationId), eq(plans.step, step));
        const [made] = await transaction.select().from(plans).where(isMade);
        if (made) return undefined;
        const before = await latest(conversationId, transaction);
        const next = change(before);
        if (!next) return undefined;
        const { steps, reason } = next;
        const revision = (before?.revision ?? 0) + 1;
        const [row] = await transaction
          .insert(plans)
          .values({ ...place, revision, steps, ...(reason !== undefined && { reason }) })
          .returning();
        return row;
      });
    },

    /** Stores the latest revision of another conversation's plan, where there is one, as the first of this one's. */
    async takeOver(from: string, place: PlanPlace): Promise<void> {
      const before = await latest(from);
      if (!before) return;
      const { steps, reason } = before;
      await db
        .insert(plans)
        .values({ ...place, revision: 1, steps, reason })
        .onConflictDoNothing();
    },

    /** The latest plan of each agent of a run, in the order of their node paths. */
    async current(runId: string): Promise<PlanRow[]> {
      return db
        .selectDistinctOn([plans.nodePath])
        .from(plans)
        .where(eq(plans.runId, runId))
        .orderBy(asc(plans.nodePath), desc(plans.revision));
    },

    /** Every revision of the plan of an agent, in each attempt at its node, oldest first. */
    async revisions(runId: string, nodePath: string): Promise<PlanRow[]> {
      return db
        .select()
        .from(plans)
        .where(and(eq(plans.runId, runId), isAt(plans.nodePath, nodePath)))
        .orderBy(asc(plans.createdAt), asc(plans.revision));
    },
  };
}

export type PlanRepository = ReturnType<typeof planRepository>;

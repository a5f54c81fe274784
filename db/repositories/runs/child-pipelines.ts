import { and, eq } from 'drizzle-orm';
import type { FinishChildInput } from '../../../contracts/activities/index.ts';
import type { NodeState } from '../../../contracts/runs/run.ts';
import type { Database } from '../../open.ts';
import { childPipelines } from '../../schema/index.ts';

/** Reads and writes the `child_pipelines` table. */
export function endedChildPipelines(db: Database) {
  return {
    /** Keeps how the nodes of a child pipeline came out. Of two ends the first is kept. */
    async finishChild(child: FinishChildInput) {
      await db
        .insert(childPipelines)
        .values({ ...child, endedAt: new Date() })
        .onConflictDoNothing();
    },

    /** The nodes of a child pipeline that has ended; undefined while it goes on, or where nothing was kept. */
    async childNodes(runId: string, path: string): Promise<NodeState[] | undefined> {
      const [row] = await db
        .select({ nodes: childPipelines.nodes })
        .from(childPipelines)
        .where(and(eq(childPipelines.runId, runId), eq(childPipelines.path, path)));
      return row?.nodes;
    },
  };
}

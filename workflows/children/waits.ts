import { CancellationScope, getExternalWorkflowHandle, workflowInfo } from '@temporalio/workflow';
import { childWaits } from '../messages.ts';

/**
 * What waits for a person in a workflow or below it. Each change is told to the workflow above, so that a run
 * shows what waits in an agent of an agent of it, and a decision that comes to the run finds its way down.
 *
 * @param onChange called after each change.
 */
export function createWaits(onChange: () => void = () => undefined) {
  const { workflowId, parent } = workflowInfo();
  const open = new Map<string, string>();

  async function tell(id: string, waits: boolean): Promise<void> {
    if (!parent) return;
    const above = getExternalWorkflowHandle(parent.workflowId);
    await CancellationScope.nonCancellable(async () => {
      // A workflow that is over need not know.
      await above.signal(childWaits, { id, workflowId, waits }).catch(() => undefined);
    });
  }

  async function begin(id: string, through = workflowId): Promise<void> {
    if (open.has(id)) return;
    open.set(id, through);
    onChange();
    await tell(id, true);
  }

  async function end(id: string): Promise<void> {
    if (!open.delete(id)) return;
    onChange();
    await tell(id, false);
  }

  return {
    begin,
    end,
    any: (): boolean => open.size > 0,
    /** The workflow that something waits in, or the child that leads to it. */
    through: (id: string): string | undefined => open.get(id),
    /** What waits in this workflow itself. */
    own: (): string[] =>
      [...open].filter(([, through]) => through === workflowId).map(([id]) => id),
    /** The children, and this workflow itself, in which something waits. */
    places: (): string[] => [...open.values()],
    /** Ends what a child waited for that is over, however it ended. */
    async endThrough(child: string): Promise<void> {
      for (const [id, through] of open) if (through === child) await end(id);
    },
  };
}

export type Waits = ReturnType<typeof createWaits>;

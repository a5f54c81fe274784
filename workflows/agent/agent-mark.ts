import { joinTaints } from '../../contracts/tools/taint.ts';
import type { Taint } from '../../contracts/tools/taint.ts';

export type AgentMark = ReturnType<typeof createAgentMark>;

/**
 * Whose content an agent has read, where others wrote it. A source that was read is never forgotten.
 * @param initial what came with its task, or what it had read before it continued as new.
 */
export function createAgentMark(initial: Taint = []) {
  let sources: string[] = joinTaints(initial);
  return {
    sources: (): Taint => sources,
    add(taint: Taint = []): void {
      sources = joinTaints(sources, taint);
    },
  };
}

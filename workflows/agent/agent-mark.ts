import { joinOutside } from '../../contracts/tools/outside.ts';
import type { Outside } from '../../contracts/tools/outside.ts';

export type AgentMark = ReturnType<typeof createAgentMark>;

/**
 * Whose content an agent has read, where others wrote it. A source that was read is never forgotten.
 * @param initial what came with its task, or what it had read before it continued as new.
 */
export function createAgentMark(initial: Outside = []) {
  let sources: string[] = joinOutside(initial);
  return {
    sources: (): Outside => sources,
    add(outside: Outside = []): void {
      sources = joinOutside(sources, outside);
    },
  };
}

import { joinTaints } from '../../contracts/tools/taint.ts';
import type { Taint } from '../../contracts/tools/taint.ts';

export type AgentMark = ReturnType<typeof createAgentMark>;

/**
 * The taint of an agent: the sources of untrusted content that it has read. A source is never removed.
 * @param initial the sources that came with its task, or that it had read before it continued as new.
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

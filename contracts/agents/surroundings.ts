import { modelGap, nativeGap } from '../models/model-directory.ts';
import type { ModelDirectory } from '../models/model-directory.ts';
import type { SideEffectPolicy } from '../tools/side-effects.ts';
import { toolsByName } from '../tools/tools.ts';
import type { Plan, ToolSpec, ToolTerms } from '../tools/tools.ts';
import type { FileProblem } from './file-problem.ts';
import type { AgentSurroundings } from './gaps.ts';
import type { AgentDefinition } from './profile.ts';

/** What a worker publishes of what agents find around them. */
export type PublishedSurroundings = {
  tools: readonly ToolSpec[];
  /** What is wrong with files of tools; left out where nothing is known of them. */
  toolProblems?: readonly FileProblem[];
  plan: Plan;
  /** Null where agents may use any tool that they declare. */
  allowedTools: readonly string[] | null;
  /** On whose behalf they run; left out where that is not known. */
  user?: ToolTerms['user'];
  /** The freest that agents may be with side effects; null or left out where nothing is known of it. */
  sideEffects?: SideEffectPolicy | null;
  /** The custom planners. */
  planners: readonly string[];
  /** What to do before agents can remember; null where they can. */
  memoryMissing: string | null;
  models: { chain: readonly string[] } & Partial<Pick<ModelDirectory, 'providers'>>;
};

/**
 * What agents find around them, from what a worker has published.
 * @param agents those that can be delegated to; left out where delegates have been looked at before.
 */
export function surroundingsOf(
  published: PublishedSurroundings,
  agents?: Record<string, AgentDefinition>,
): AgentSurroundings {
  const { tools, toolProblems, plan, allowedTools, sideEffects, user, planners, memoryMissing } =
    published;
  const { chain, providers } = published.models;
  return {
    defaultChain: chain,
    // A worker that has not told its providers is not known to lack one.
    modelGap: (name) => (providers ? modelGap(name, providers) : undefined),
    nativeGap: (name) => (providers ? nativeGap(name, providers) : undefined),
    tools: toolsByName(tools),
    toolProblems,
    terms: {
      plan,
      allowedTools: allowedTools ?? undefined,
      sideEffects: sideEffects ?? undefined,
      ...(user && { user }),
    },
    planners,
    memoryGap: memoryMissing ?? undefined,
    ...(agents && { agents }),
  };
}

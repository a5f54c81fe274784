import { agentGaps } from '../../contracts/agents/gaps.ts';
import { surroundingsOf } from '../../contracts/agents/surroundings.ts';
import type { PublishedSurroundings } from '../../contracts/agents/surroundings.ts';
import { withOverrides } from '../../contracts/agents/with-overrides.ts';
import type { FieldProblem } from '../../contracts/api/index.ts';
import { entryOf } from '../../contracts/pipelines/catalog.ts';
import type { CompiledPipeline } from '../../contracts/pipelines/pipeline.ts';
import { Problem } from '../base/problem.ts';

/**
 * Makes sure, before a run is taken, that every agent of it can run.
 * @throws {Problem} `agent-not-ready` with everything that is missing, and how to mend it.
 */
export function requireReadyAgents(
  { pipeline, pipelines, agents }: CompiledPipeline,
  published: PublishedSurroundings,
): void {
  const around = surroundingsOf(published, agents);
  const errors = [pipeline, ...Object.values(pipelines)].flatMap(({ name, nodes }) =>
    nodes.flatMap((node): FieldProblem[] => {
      const agent = node.kind === 'agent' ? entryOf(agents, node.agent) : undefined;
      if (node.kind !== 'agent' || !agent) return [];
      const where = name === pipeline.name ? '' : ` of ${name}`;
      return agentGaps(withOverrides(agent, node), around).map((gap) => ({
        path: `nodes.${node.id}`,
        message: `the agent ${agent.name}${where}: ${gap.kind} ${gap.name}: ${gap.message}`,
        fix: gap.fix,
      }));
    }),
  );
  if (errors.length === 0) return;
  const list = errors.map(({ message, fix }) => `${message}; ${fix}`).join('. ');
  throw new Problem('agent-not-ready', `Nothing was started. The run needs: ${list}.`, errors);
}

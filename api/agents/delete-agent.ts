import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { currentAgents } from '../catalog/catalog.ts';
import { requireOwnName } from './save-agent.ts';

/**
 * Deletes an agent that was made through the API; workers forget its memories. Runs keep what they started with.
 * @param expected see `remove` of the repository.
 * @returns false where something else than expected was there.
 * @throws {Problem} `in-use` where pipelines or other agents name it; `shipped`, `kept-in-a-file`.
 */
export async function deleteAgent(
  services: Pick<Services, 'agents' | 'catalog' | 'pipelines'>,
  name: string,
  expected?: string,
): Promise<boolean> {
  await requireOwnName(services, name);
  const [{ agents }, pipelines] = await Promise.all([
    currentAgents(services),
    services.pipelines.list(),
  ]);
  const users = [
    ...pipelines
      .filter(({ document }) =>
        document.nodes.some(
          (node) => node.kind === 'agent' && (node.agent === name || node.delegates.includes(name)),
        ),
      )
      .map((pipeline) => `the pipeline ${pipeline.name}`),
    ...Object.values(agents)
      .filter(({ delegates }) => delegates.includes(name))
      .map((agent) => `the agent ${agent.name}`),
  ];
  if (users.length > 0) {
    const list = users.join(', ');
    throw new Problem(
      'in-use',
      `${name} is in use by ${list}. Make them use another agent, then delete it.`,
    );
  }
  return services.agents.remove(name, expected);
}

import type { AgentView, ToolView } from '../../../../contracts/api/index.ts';

/** What an agent names that is not there, each with what to do about it. */
export function missingParts(
  { tools, delegates }: Pick<AgentView, 'tools' | 'delegates'>,
  known: { tools: Pick<ToolView, 'name' | 'available' | 'plan'>[]; agents: string[] },
): string[] {
  const byName = new Map(known.tools.map((tool) => [tool.name, tool]));
  return [
    ...tools.flatMap((name) => {
      const tool = byName.get(name);
      if (!tool) return [`There is no tool ${name}: correct its name in the agent's file.`];
      return tool.available ? [] : [`${name} needs the plan ${tool.plan}: set BATON_PLAN.`];
    }),
    ...delegates
      .filter((name) => !known.agents.includes(name))
      .map((name) => `There is no agent ${name}: correct its name in the agent's file.`),
  ];
}

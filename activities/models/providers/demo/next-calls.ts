import type { ToolDefinition } from '../../../../contracts/models/messages.ts';
import type { Facts } from './facts.ts';
import { fitArguments } from './fit-arguments.ts';
import type { DemoRules, PlannedCall } from './rules.ts';

/** The calls of the next stage that can be made with what is known; none when all is asked. */
export function nextCalls<Known extends Facts>(
  { stages }: Pick<DemoRules<Known>, 'stages'>,
  tools: readonly ToolDefinition[],
  facts: Known,
): PlannedCall[] {
  const asked = new Set(facts.observations.map(({ tool }) => tool));
  for (const stage of stages) {
    const calls = tools.flatMap((tool) => {
      const draft = asked.has(tool.name) ? undefined : stage[tool.name]?.(facts);
      const args = draft && fitArguments(draft, tool.parameters);
      return args ? [{ name: tool.name, args }] : [];
    });
    if (calls.length > 0) return calls;
  }
  return [];
}

/** The arguments for one tool, whether or not it was called before. */
export function callOf<Known extends Facts>(
  { stages }: Pick<DemoRules<Known>, 'stages'>,
  tool: ToolDefinition,
  facts: Known,
): PlannedCall | undefined {
  const draft = stages.find((stage) => tool.name in stage)?.[tool.name]?.(facts);
  const args = draft && fitArguments(draft, tool.parameters);
  return args && { name: tool.name, args };
}

import { z } from 'zod';
import type { JsonSchema } from '../../../contracts/base/json.ts';
import type { ToolChoice, ToolDefinition } from '../../../contracts/models/messages.ts';
import { toolsOfActs } from '../../../contracts/agents/act-of.ts';
import { outputFormOf } from '../../../contracts/agents/outputs.ts';
import type { OutputForm, OutputVariant } from '../../../contracts/agents/output-form.ts';
import type { CallModelInput } from '../../../contracts/activities/index.ts';
import type { Conversation } from '../../../db/repositories/runs/conversations.ts';
import { planToolDefinition, planToolsOf } from '../../planning/plan-tools.ts';
import type { ToolExecutor } from '../../tool-kit/executor.ts';

const delegatePrefix = 'delegate_to_';

type Asked = Pick<Conversation, 'agent' | 'delegates'>;
type Turn = Pick<CallModelInput, 'turn' | 'toolChoice'>;

/** The form in which an agent delivers its result, where it has one. */
export function formOf({ agent }: Pick<Asked, 'agent'>): OutputForm | undefined {
  return agent.output === undefined ? undefined : outputFormOf(agent.output);
}

/** The agent that a call delegates to, where it is such a call. */
export function delegateOf({ delegates }: Asked, toolName: string): string | undefined {
  const name = toolName.startsWith(delegatePrefix) ? toolName.slice(delegatePrefix.length) : '';
  return Object.hasOwn(delegates, name) ? name : undefined;
}

/** What the model may call: the agent's tools, those it may delegate to, and its ways to finish. */
export function offeredTools(
  asked: Asked,
  tools: Pick<ToolExecutor, 'find'>,
  choice: Turn['toolChoice'],
): ToolDefinition[] {
  const form = formOf(asked);
  const output = form ? Object.entries(form.variants).map(variantTool) : [];
  if (choice === 'finish' && form) return output;
  const acts = toolsOfActs(asked.agent);
  const specs = asked.agent.tools
    .flatMap((name) => tools.find(name) ?? [])
    .filter(({ name }) => !acts.has(name));
  return [
    ...specs.map(({ name, description, parameters }) => ({ name, description, parameters })),
    ...Object.entries(asked.delegates).map(delegateTool),
    ...planToolsOf(asked.agent).map(planToolDefinition),
    ...output,
  ];
}

/**
 * `finish` forces the result: by its tools where there is a form, as text where there is none. `plan` forces a call in
 * the first turn, so that the plan may come with the first calls, and the plan itself in a later one.
 */
export function toolChoice(asked: Asked, { turn, toolChoice: choice }: Turn): ToolChoice {
  if (choice === 'auto') return 'auto';
  if (choice === 'plan') return turn === 1 ? 'required' : { tool: 'set_plan' };
  const names = Object.keys(formOf(asked)?.variants ?? {});
  if (names.length > 1) return 'required';
  return names[0] ? { tool: names[0] } : 'none';
}

/** What an agent is told that should have set its plan, or should deliver now. */
export function reminder(asked: Asked, choice: 'plan' | 'finish'): string {
  if (choice === 'plan') return 'You have no plan yet. Set it now, by calling set_plan.';
  const names = Object.keys(formOf(asked)?.variants ?? {});
  return names.length > 0
    ? `Deliver your result now, from what you have, by calling ${names.join(' or ')}.`
    : 'Write your result now, from what you have. Say what is missing.';
}

function variantTool([name, variant]: [string, OutputVariant]): ToolDefinition {
  const { description, parameters, schema = z.toJSONSchema(parameters, { io: 'input' }) } = variant;
  const { $schema: _dialect, ...own } = schema as JsonSchema;
  return { name, description, parameters: own };
}

function delegateTool([name, role]: [string, string]): ToolDefinition {
  return {
    name: `${delegatePrefix}${name}`,
    description: `Gives a subtask to ${name} (${role}) and waits for its answer.`,
    parameters: {
      type: 'object',
      required: ['task'],
      properties: {
        task: {
          type: 'string',
          description: 'What to do, with everything that the agent must know: it sees nothing else',
        },
      },
    },
  };
}

import { isJsonObject } from '../base/json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { ToolCall } from '../models/messages.ts';
import type { AgentDefinition } from './index.ts';
import type { ResultAct } from './output-form.ts';
import { outputFormOf } from './outputs.ts';

/** The act that a result is, with the result as the model delivered it. */
export type DeliveredAct = {
  act: ResultAct;
  result: JsonObject;
  /** What the tool is called with. */
  args: JsonObject;
};

/** The tools that a form carries its results out with: its agent's results call them, and the model does not. */
export function toolsOfActs({ output }: Pick<AgentDefinition, 'output'>): Set<string> {
  const variants = output === undefined ? [] : Object.values(outputFormOf(output).variants);
  return new Set(variants.flatMap(({ act }) => (act ? [act.tool] : [])));
}

/** Whether an agent may carry out an act: its tool is among the agent's, in whatever version. */
export function mayAct({ tools }: Pick<AgentDefinition, 'tools'>, { tool }: ResultAct): boolean {
  return tools.some((name) => name === tool || name.startsWith(`${tool}@`));
}

/** The act that a call delivers; undefined where the call is none, or its arguments are wrong. */
export function deliveredAct(
  { output }: Pick<AgentDefinition, 'output'>,
  { name, args }: Pick<ToolCall, 'name' | 'args'>,
): DeliveredAct | undefined {
  const variant = output === undefined ? undefined : outputFormOf(output).variants[name];
  if (!variant?.act) return undefined;
  const checked = variant.parameters.safeParse(args);
  if (!checked.success) return undefined;
  const result = { action: name, ...(checked.data as JsonObject) };
  return { act: variant.act, result, args: variant.act.args(result) };
}

/**
 * A result with what came of it: what it was carried out with, where a person has changed that, and what the tool gave.
 */
export function carriedOut({ act, result }: DeliveredAct, args: Json, answer: Json): JsonObject {
  const given = Object.entries(isJsonObject(args) ? args : {}).filter(([name]) => name in result);
  return { ...result, ...Object.fromEntries(given), ...act.done(answer) };
}

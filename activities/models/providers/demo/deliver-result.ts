import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { ToolDefinition } from '../../../../contracts/models/messages.ts';
import type { Facts } from './facts.ts';
import { fillForm } from './fill-form.ts';
import { fitArguments } from './fit-arguments.ts';
import type { DemoRules, PlannedCall } from './rules.ts';

/** Delivers a result in a form of the user's own. */
const ownForm = 'submit_result';

/**
 * The call that delivers the result, where one of the offered tools does that: by the rules, or, after a
 * first one was refused, as they refrain. Undefined after a second refusal. A form of the user's own is filled once.
 */
export function deliverResult<Known extends Facts>(
  rules: DemoRules<Known>,
  tools: readonly ToolDefinition[],
  facts: Known,
): PlannedCall | undefined {
  const offered = new Map(tools.map((tool) => [tool.name, tool]));
  const form = rules.forms.find((candidate) => candidate.tools.some((tool) => offered.has(tool)));
  const outputTools = new Set([...rules.forms.flatMap((known) => known.tools), ownForm]);
  const refusals = facts.observations.filter(({ tool }) => outputTools.has(tool)).length;
  const own = offered.get(ownForm);
  if (own && refusals === 0) return fillOwn(rules, own, facts);
  if (!form || refusals > 1) return undefined;
  const wanted = refusals === 0 ? form.deliver(facts) : form.refrain(facts);
  const output = offered.has(wanted.tool) ? wanted : form.refrain(facts);
  const tool = offered.get(output.tool);
  const args = tool && fitArguments(output.args, tool.parameters);
  return args && { name: output.tool, args };
}

function fillOwn<Known extends Facts>(
  rules: DemoRules<Known>,
  { name, parameters }: ToolDefinition,
  facts: Known,
): PlannedCall | undefined {
  const args = fillForm(rules, parameters, facts);
  return isJsonObject(args) ? { name, args } : undefined;
}

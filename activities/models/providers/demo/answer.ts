import { noUsage } from '../../../../contracts/models/messages.ts';
import type { ToolCall, ToolDefinition } from '../../../../contracts/models/messages.ts';
import { objectRoot } from '../../../../contracts/tools/definitions/object-root.ts';
import type { ChatRequest, ChatResponse } from '../../provider.ts';
import { gatherFacts } from './facts.ts';
import type { Facts } from './facts.ts';
import { fillForm } from './fill-form.ts';
import { demoLabel } from './label.ts';
import type { DemoRules, PlannedCall } from './rules.ts';
import { isPlanDue, revisePlan, setPlan } from './steps-of-plan.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../contracts/base/json.ts';

/** Delivers a result in a form of the user's own. */
const ownForm = 'submit_result';

/**
 * The call that delivers the result, where one of the offered tools does that: by the rules, or, after a
 * first one was refused, as they refrain. Undefined after a second refusal. A form of the user's own is filled once.
 */
function deliverResult<Known extends Facts>(
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
  const args = filled(rules, parameters, facts);
  return isJsonObject(args) ? { name, args } : undefined;
}

function filled<Known extends Facts>(
  rules: DemoRules<Known>,
  schema: JsonSchema,
  facts: Known,
): Json | undefined {
  return rules.fill?.(schema, facts) ?? fillForm(rules, schema, facts);
}

/** How the demo model answers. The same request gives the same. */
export type DemoAnswer = (request: ChatRequest) => ChatResponse;

/** Answers by rules: with the next calls of their stages, then the result. */
export function answerBy<Known extends Facts>(rules: DemoRules<Known>): DemoAnswer {
  return (request) => {
    const facts = rules.read(gatherFacts(request.messages));
    const turn = request.messages.filter(({ role }) => role === 'assistant').length + 1;
    const toolCalls = chooseCalls(request, facts).map(({ name, args }, call): ToolCall => ({
      id: `demo_${turn}_${call}`,
      name,
      args,
    }));
    return {
      text: toolCalls.length > 0 ? announce(toolCalls) : answerText(request, facts),
      toolCalls,
      finish: toolCalls.length > 0 ? 'tool_calls' : 'stop',
      usage: noUsage,
    };
  };

  function chooseCalls(request: ChatRequest, facts: Known): PlannedCall[] {
    const { messages, tools, toolChoice } = request;
    if (toolChoice === 'none') return [];
    if (typeof toolChoice !== 'string') {
      if (toolChoice.tool === 'set_plan') return [setPlan(rules, tools, facts, [])];
      return tools
        .filter(({ name }) => name === toolChoice.tool)
        .map((tool) => forced(tool, facts));
    }
    const next = nextCalls(rules, tools, facts);
    if (isPlanDue(tools, messages)) return [setPlan(rules, tools, facts, next), ...next];
    const revision = revisePlan(rules, request, facts, next);
    const marks = revision ? [revision] : [];
    if (next.length > 0) return [...marks, ...next];
    const result = deliverResult(rules, tools, facts);
    if (result) return [...marks, result];
    // A report is text, with which no plan can come.
    if (revision?.name === 'set_plan') return [revision];
    return toolChoice === 'required' ? tools.slice(0, 1).map((tool) => forced(tool, facts)) : [];
  }

  /** A call that has to be made, even where an argument is not known: the tool then says so. */
  function forced(tool: ToolDefinition, facts: Known): PlannedCall {
    return (
      callOf(rules, tool, facts) ??
      deliverResult(rules, [tool], facts) ?? { name: tool.name, args: {} }
    );
  }

  /** A report, or the form that the text is to have: filled as far as the demo model can. */
  function answerText({ responseFormat: format }: ChatRequest, facts: Known): string {
    const report = rules.report(facts);
    if (format === undefined) return report;
    const value = format === 'json' ? { report } : filled(rules, format.schema, facts);
    return value === undefined ? report : JSON.stringify(value);
  }
}

function announce(toolCalls: readonly ToolCall[]): string {
  return `${demoLabel} Calling ${toolCalls.map(({ name }) => name).join(', ')}.`;
}

/** The calls of the next stage that can be made with what is known; none when all is asked. */
function nextCalls<Known extends Facts>(
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
function callOf<Known extends Facts>(
  { stages }: Pick<DemoRules<Known>, 'stages'>,
  tool: ToolDefinition,
  facts: Known,
): PlannedCall | undefined {
  const draft = stages.find((stage) => tool.name in stage)?.[tool.name]?.(facts);
  const args = draft && fitArguments(draft, tool.parameters);
  return args && { name: tool.name, args };
}

/**
 * The arguments that a tool's parameters declare, a number as text where text is declared and the other
 * way round; undefined where a required one is not among them.
 */
function fitArguments(
  args: { [name: string]: Json | undefined },
  parameters: JsonSchema,
): JsonObject | undefined {
  const { properties: declared, required: needed } = objectRoot(parameters);
  const properties = isJsonObject(declared) ? declared : {};
  const fitted = Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      value === undefined || !(name in properties) ? [] : [[name, fit(value, properties[name])]],
    ),
  );
  const required = Array.isArray(needed) ? needed : [];
  return required.every((name) => String(name) in fitted) ? fitted : undefined;
}

function fit(value: Json, schema: Json | undefined): Json {
  const types = isJsonObject(schema) ? [schema['type']].flat() : [];
  if (typeof value === 'number' && types.includes('string') && !types.includes('number')) {
    return String(value);
  }
  return value;
}

import { noUsage } from '../../../../contracts/models/messages.ts';
import type { ToolCall, ToolDefinition } from '../../../../contracts/models/messages.ts';
import type { ChatRequest, ChatResponse } from '../../provider.ts';
import { deliverResult } from './deliver-result.ts';
import { gatherFacts } from './facts.ts';
import type { Facts } from './facts.ts';
import { fillForm } from './fill-form.ts';
import { demoLabel } from './label.ts';
import { callOf, nextCalls } from './next-calls.ts';
import type { DemoRules, PlannedCall } from './rules.ts';
import { isPlanDue, revisePlan, setPlan } from './steps-of-plan.ts';

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
    const value = format === 'json' ? { report } : fillForm(rules, format.schema, facts);
    return value === undefined ? report : JSON.stringify(value);
  }
}

function announce(toolCalls: readonly ToolCall[]): string {
  return `${demoLabel} Calling ${toolCalls.map(({ name }) => name).join(', ')}.`;
}

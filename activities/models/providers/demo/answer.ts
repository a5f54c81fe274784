import { noUsage } from '../../../../contracts/models/messages.ts';
import type { ToolCall, ToolDefinition } from '../../../../contracts/models/messages.ts';
import type { ChatRequest, ChatResponse } from '../../provider.ts';
import { deliverResult } from './decide.ts';
import { gatherFacts } from './facts.ts';
import { fillForm } from './fill-form.ts';
import type { Facts } from './facts.ts';
import { demoLabel } from './label.ts';
import { callOf, nextCalls } from './plan.ts';
import type { PlannedCall } from './plan.ts';
import { writeReport } from './report.ts';
import { isPlanDue, revisePlan, setPlan } from './steps-of-plan.ts';

/** The demo model's answer: the next calls of its plan, then the result. The same request gives the same. */
export function answerByRule(request: ChatRequest): ChatResponse {
  const facts = gatherFacts(request.messages);
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
}

function chooseCalls(request: ChatRequest, facts: Facts): PlannedCall[] {
  const { messages, tools, toolChoice } = request;
  if (toolChoice === 'none') return [];
  if (typeof toolChoice !== 'string') {
    if (toolChoice.tool === 'set_plan') return [setPlan(tools, facts, [])];
    return tools.filter(({ name }) => name === toolChoice.tool).map((tool) => forced(tool, facts));
  }
  const next = nextCalls(tools, facts);
  if (isPlanDue(tools, messages)) return [setPlan(tools, facts, next), ...next];
  const revision = revisePlan(request, facts, next);
  const marks = revision ? [revision] : [];
  if (next.length > 0) return [...marks, ...next];
  const result = deliverResult(tools, facts);
  if (result) return [...marks, result];
  // A report is text, with which no plan can come.
  if (revision?.name === 'set_plan') return [revision];
  return toolChoice === 'required' ? tools.slice(0, 1).map((tool) => forced(tool, facts)) : [];
}

/** A call that has to be made, even where an argument is not known: the tool then says so. */
function forced(tool: ToolDefinition, facts: Facts): PlannedCall {
  return callOf(tool, facts) ?? deliverResult([tool], facts) ?? { name: tool.name, args: {} };
}

/** A report, or the form that the text is to have: filled as far as the demo model can. */
function answerText({ responseFormat: format }: ChatRequest, facts: Facts): string {
  const report = writeReport(facts);
  if (format === undefined) return report;
  const value = format === 'json' ? { report } : fillForm(format.schema, facts);
  return value === undefined ? report : JSON.stringify(value);
}

function announce(toolCalls: readonly ToolCall[]): string {
  return `${demoLabel} Calling ${toolCalls.map(({ name }) => name).join(', ')}.`;
}

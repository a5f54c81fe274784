import type { GatewayChatAnswer } from '../../contracts/models/gateway-call.ts';
import type { ChatQuestion } from '../../contracts/models/messages.ts';
import type { ToolCall } from '../../contracts/models/messages.ts';
import type { ToolSpec } from '../../contracts/tools/tools.ts';
import { argumentsText } from '../../contracts/models/written-arguments.ts';
import { checkValue } from '../../contracts/values/json-schema.ts';

/** Asks for one call of a tool, which the model is free to make or not. */
export function toolQuestion(
  { name, description, parameters }: ToolSpec,
  message = `Try the tool ${name} now: call it once, with arguments that make sense for "${description}".`,
): ChatQuestion {
  return {
    messages: [{ role: 'user', text: message }],
    tools: [{ name, description, parameters }],
    toolChoice: 'auto',
  };
}

/** Whether a model called a tool as it was asked to, once and with arguments that fit. */
export function judgeToolCalls({ text, toolCalls }: GatewayChatAnswer, tool: ToolSpec) {
  const problems = [
    ...(toolCalls.length === 0 ? [`It did not call ${tool.name}.`] : []),
    ...(toolCalls.length > 1 ? [`It made ${toolCalls.length} calls instead of one.`] : []),
    ...toolCalls.flatMap((call) => problemsOf(call, tool)),
  ];
  return {
    ok: problems.length === 0,
    problems,
    calls: toolCalls.map((call) => ({
      name: call.name,
      arguments: call.argsError === undefined ? call.args : argumentsText(call),
    })),
    text,
  };
}

function problemsOf({ name, args, argsError }: ToolCall, tool: ToolSpec): string[] {
  if (name !== tool.name) return [`It called ${name}, which was not offered.`];
  if (argsError !== undefined) return [`Its arguments were not valid JSON: ${argsError}`];
  const { problems } = checkValue(tool.parameters, args, ['arguments']);
  return problems.map(({ path, message }) => `${path}: ${message}`);
}

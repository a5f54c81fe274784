import type { ChatMessage } from '../../contracts/models/messages.ts';
import { isOpen } from '../../contracts/agents/plan.ts';
import type { Plan } from '../../contracts/agents/plan.ts';
import { isPlanTool } from '../planning/plan-tools.ts';
import { preview } from '../base/preview.ts';

type ToolMessage = Extract<ChatMessage, { role: 'tool' }>;

/** Observations that a partial result shows: the newest. */
const mostObservations = 50;

/** What an agent had found when it was stopped, and what is missing. */
export function partialOf(messages: readonly ChatMessage[], plan: Plan | undefined) {
  const answers = messages.filter((message) => message.role === 'assistant');
  const results = messages.filter(isOfTool);
  const found = results
    .filter(({ isError }) => !isError)
    .map(({ name, text }) => ({ tool: name, preview: preview(text) }));
  const shown = found.slice(-mostObservations);
  const earlier = found.length - shown.length;
  return {
    turns: answers.length,
    lastText: preview(answers.findLast(({ text }) => text !== '')?.text ?? ''),
    observations: shown,
    ...(earlier > 0 && { earlierObservations: earlier }),
    missing: plan ? notDone(plan) : [resultOf(messages), ...failedTools(results)],
  };
}

function isOfTool(message: ChatMessage): message is ToolMessage {
  return message.role === 'tool' && !isPlanTool(message.name);
}

function notDone({ steps }: Plan): string[] {
  return steps
    .filter((step) => isOpen(step) || step.status === 'failed')
    .map(({ text }) => preview(text));
}

/** Without a plan, what is missing is the whole. */
function resultOf(messages: readonly ChatMessage[]): string {
  const task = messages.find(({ role }) => role === 'user');
  return `The result of its task: ${preview(task?.role === 'user' ? task.text : '')}`;
}

/** The tools whose latest call failed. */
function failedTools(results: readonly ToolMessage[]): string[] {
  const latest = new Map(results.map((result) => [result.name, result]));
  return [...latest.values()]
    .filter(({ isError }) => isError)
    .map(({ name }) => `What ${name} gives: its last call failed`);
}

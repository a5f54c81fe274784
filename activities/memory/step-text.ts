import type { AssistantMessage, ChatMessage } from '../../contracts/models/messages.ts';
import { cutText } from '../../contracts/base/text.ts';
import { isPlanTool } from '../planning/plan-tools.ts';

const taskCharacters = 500;
const argumentCharacters = 300;
const foundCharacters = 1_500;
const textCharacters = 6_000;

/** The task of a conversation, from the messages of its turn 0; empty where there is none. */
export function taskOf(first: readonly ChatMessage[]): string {
  return first.find(({ role }) => role === 'user')?.text ?? '';
}

/** The start of a task, as memories keep it. */
export function shortTask(task: string): string {
  return cutText(task.replaceAll(/\s+/g, ' ').trim(), taskCharacters);
}

/**
 * A turn as a memory keeps it: the task, and what each tool was asked and gave; those that plan are left out.
 * @returns undefined where no tool has answered.
 */
export function observationsText(task: string, turn: readonly ChatMessage[]): string | undefined {
  const calls = turn.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
  const found = turn.flatMap((message) => {
    if (message.role !== 'tool' || isPlanTool(message.name)) return [];
    const args = calls.find(({ id }) => id === message.callId)?.args ?? {};
    const asked = `${message.name} ${cutText(JSON.stringify(args), argumentCharacters)}`;
    const answered = message.isError ? 'Failed' : 'Found';
    return [`Asked: ${asked}\n${answered}: ${cutText(message.text, foundCharacters)}`];
  });
  return found.length === 0 ? undefined : joined(task, found.join('\n'));
}

/**
 * What an agent delivered, as a memory keeps it: the task, and the result as text or as it was submitted.
 * @returns undefined where the turn holds no answer.
 */
export function resultText(task: string, turn: readonly ChatMessage[]): string | undefined {
  const answer = turn.find((message): message is AssistantMessage => message.role === 'assistant');
  const submitted = (answer?.toolCalls ?? [])
    .filter(({ name }) => !isPlanTool(name))
    .map(({ args }) => JSON.stringify(args));
  const result = [answer?.text ?? '', ...submitted].filter((part) => part.trim() !== '').join('\n');
  return result === '' ? undefined : joined(task, `Result: ${result}`);
}

function joined(task: string, rest: string): string {
  return cutText(`Task: ${shortTask(task)}\n${rest}`, textCharacters);
}

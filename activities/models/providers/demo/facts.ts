import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import { cutText } from '../../../../contracts/base/text.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { isPlanTool, planNotApproved } from '../../../planning/plan-tools.ts';
import { saidInRejection } from '../../../planning/rejected-plan.ts';
import { member } from './member.ts';

/** What the conversation tells: the task, and what tools gave. */
export type Facts = {
  task: string;
  observations: Observation[];
  /** The latest answer of a tool that succeeded. */
  answer(tool: string): JsonObject | undefined;
  /** `http_get failed: …` for every tool that gave no answer. */
  failures: string[];
  /** What people said who rejected a plan, in their order. */
  rejections: string[];
};

export function gatherFacts(messages: readonly ChatMessage[]): Facts {
  const observations = readObservations(messages);
  return {
    task: messages.find(({ role }) => role === 'user')?.text ?? '',
    observations,
    answer: (tool) =>
      observations.findLast((observation) => observation.tool === tool && observation.data)?.data,
    failures: observations.filter(gaveNothing).map(failureText),
    rejections: messages.flatMap(({ role, text }) =>
      role === 'user' ? (saidInRejection(text) ?? []) : [],
    ),
  };
}

/** What the latest call of a tool failed with; undefined where it gave an answer, or was not called. */
export function failureOf(tool: string, observations: readonly Observation[]): string | undefined {
  const last = observations.findLast((observation) => observation.tool === tool);
  return last && gaveNothing(last) ? failureText(last) : undefined;
}

function gaveNothing({ isError, data, tool }: Observation): boolean {
  return isError || (!data && !tool.startsWith('delegate_to_'));
}

function failureText({ tool, text }: Observation): string {
  return `${tool} failed: ${cutText(text.replace(/\s+/g, ' '), 160)}`;
}

/** A tool call of the conversation, and what came back. */
type Observation = {
  tool: string;
  /** The answer, where it is a JSON object and no error. */
  data?: JsonObject;
  /** What came back, or what the error says. */
  text: string;
  isError: boolean;
};

/** The tool results of a conversation, oldest first. */
function readObservations(messages: readonly ChatMessage[]): Observation[] {
  return messages.flatMap((message): Observation[] => {
    if (message.role !== 'tool' || isPlanTool(message.name)) return [];
    const { name: tool, isError } = message;
    const answer = parseObject(message.text);
    if (!isError) return [{ tool, isError, text: message.text, ...(answer && { data: answer }) }];
    // It was not called: a person has to approve the plan first.
    if (member(answer, 'error', 'type') === planNotApproved) return [];
    const said = member(answer, 'error', 'message');
    return [{ tool, isError, text: typeof said === 'string' ? said : message.text }];
  });
}

/** JSON may be framed by words that say where it comes from. */
function parseObject(text: string): JsonObject | undefined {
  const framed = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    const value: unknown = JSON.parse(framed);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

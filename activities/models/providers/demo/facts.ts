import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import { cutText } from '../../../../contracts/base/text.ts';
import { readObservations } from './observations.ts';
import type { Observation } from './observations.ts';

/** What the conversation tells: the task, and what tools gave. */
export type Facts = {
  task: string;
  observations: Observation[];
  /** The latest answer of a tool that succeeded. */
  answer(tool: string): JsonObject | undefined;
  /** `http_get failed: …` for every tool that gave no answer. */
  failures: string[];
};

export function gatherFacts(messages: readonly ChatMessage[]): Facts {
  const observations = readObservations(messages);
  return {
    task: messages.find(({ role }) => role === 'user')?.text ?? '',
    observations,
    answer: (tool) =>
      observations.findLast((observation) => observation.tool === tool && observation.data)?.data,
    failures: observations.filter(gaveNothing).map(failureText),
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

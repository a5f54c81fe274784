import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import { isPlanTool } from '../../../planning/plan-tools.ts';
import { member } from './member.ts';

/** A tool call of the conversation, and what came back. */
export type Observation = {
  tool: string;
  /** The answer, where it is a JSON object and no error. */
  data?: JsonObject;
  /** What came back, or what the error says. */
  text: string;
  isError: boolean;
};

/** The tool results of a conversation, oldest first. */
export function readObservations(messages: readonly ChatMessage[]): Observation[] {
  return messages.flatMap((message): Observation[] => {
    if (message.role !== 'tool' || isPlanTool(message.name)) return [];
    const { name: tool, isError } = message;
    const answer = parseObject(message.text);
    if (!isError) return [{ tool, isError, text: message.text, ...(answer && { data: answer }) }];
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

import type { ChatMessage } from '../../contracts/models/messages.ts';
import { foreignJson } from '../../contracts/base/foreign-json.ts';

/**
 * Up to when what tools told reaches: the newest `asOf` in their answers.
 * @returns null where none says so, as of what is a figure at any time.
 */
export function newestAsOf(messages: readonly ChatMessage[]): Date | null {
  const times = messages.flatMap((message) =>
    message.role === 'tool' ? asOfIn(foreignJson(message.text)) : [],
  );
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}

function asOfIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => {
    if (name !== 'asOf' || typeof inside !== 'string') return asOfIn(inside);
    const time = Date.parse(inside);
    return Number.isNaN(time) ? [] : [time];
  });
}

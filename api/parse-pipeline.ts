import { parseDocument } from 'yaml';
import type { Json } from '../contracts/json.ts';

/** Text that is neither YAML nor JSON; the message says at which line and column it broke. */
export class MalformedPipeline extends Error {
  override readonly name = 'MalformedPipeline';
}

/**
 * Reads a pipeline document from YAML, or from JSON, which is YAML too. What it holds is not checked.
 * @throws {MalformedPipeline} for text that cannot be read.
 */
export function parsePipeline(text: string): Json {
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error) throw new MalformedPipeline(error.message.trim());
  try {
    // Through JSON, since YAML also knows values that JSON does not: dates, NaN, keys that are no text.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 })) ?? 'null') as Json;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MalformedPipeline(reason, { cause });
  }
}

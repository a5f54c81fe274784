import type { Json } from '../../contracts/base/json.ts';
import { findUnstorable } from '../../contracts/base/text.ts';
import type { Unstorable } from '../../contracts/base/text.ts';
import { readYaml } from '../../contracts/documents/read-yaml.ts';
import { overSize } from '../../contracts/documents/unfit-document.ts';
import { pathText, placedText } from '../../contracts/values/problem.ts';

/** Text that is neither YAML nor JSON; the message says at which line and column it broke. */
export class MalformedPipeline extends Error {
  override readonly name = 'MalformedPipeline';
}

/**
 * Reads a pipeline document from YAML, or from JSON, which is YAML too. What it holds is not checked.
 * @throws {MalformedPipeline} for text that cannot be read.
 */
export function parsePipeline(text: string): Json {
  try {
    const document = readYaml(text, { prettyErrors: true });
    const [error] = document.errors;
    if (error) throw new MalformedPipeline(error.message.trim());
    const read: unknown = document.toJS({ maxAliasCount: 100 });
    // What aliases stand for counts as often as it is named.
    const excess = overSize(read);
    if (excess) {
      const { path, message, fix } = excess;
      throw new MalformedPipeline(`${placedText(path, message)}; ${fix}`);
    }
    // Through JSON, since YAML also knows values that JSON does not: dates, NaN, keys that are no text.
    const value = JSON.parse(JSON.stringify(read) ?? 'null') as Json;
    const unstorable = findUnstorable(value);
    if (unstorable) throw new MalformedPipeline(whereUnstorable(unstorable));
    return value;
  } catch (cause) {
    if (cause instanceof MalformedPipeline) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MalformedPipeline(reason, { cause });
  }
}

function whereUnstorable({ path, character }: Unstorable): string {
  return `${pathText(path) || 'it'} has ${character}, which cannot be stored; remove it`;
}

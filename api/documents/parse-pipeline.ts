import { parseDocument } from 'yaml';
import type { Json } from '../../contracts/base/json.ts';
import { isTooDeep, mostLevels } from '../../contracts/base/nesting.ts';
import { findUnstorable } from '../../contracts/base/text.ts';
import type { Unstorable } from '../../contracts/base/text.ts';
import { pathText } from '../../contracts/values/problem.ts';

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
    const document = parseDocument(text, { prettyErrors: true });
    const [error] = document.errors;
    if (error) throw new MalformedPipeline(error.message.trim());
    // Through JSON, since YAML also knows values that JSON does not: dates, NaN, keys that are no text.
    const json = JSON.stringify(document.toJS({ maxAliasCount: 100 })) ?? 'null';
    if (json.length > mostCharacters) throw new MalformedPipeline(tooLarge);
    const value = JSON.parse(json) as Json;
    if (isTooDeep(value)) throw new MalformedPipeline(tooDeep);
    const unstorable = findUnstorable(value);
    if (unstorable) throw new MalformedPipeline(whereUnstorable(unstorable));
    return value;
  } catch (cause) {
    if (cause instanceof MalformedPipeline) throw cause;
    // What nests a hundred thousand times ends the parser itself.
    if (cause instanceof RangeError) throw new MalformedPipeline(tooDeep, { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new MalformedPipeline(reason, { cause });
  }
}

function whereUnstorable({ path, character }: Unstorable): string {
  return `${pathText(path) || 'it'} has ${character}, which cannot be stored; remove it`;
}

/** What aliases stand for counts as often as it is named. */
const mostCharacters = 1024 * 1024;
const tooLarge = 'it is larger than 1 MB with its aliases expanded';
const tooDeep = `it is nested more than ${mostLevels} levels deep`;

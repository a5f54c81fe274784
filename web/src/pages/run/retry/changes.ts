import type { Json, JsonObject } from '../../../../../contracts/base/json.ts';

/** What a person has written in place of inputs and of the output of a node. */
export type WrittenChanges = {
  /** By the name of the input; as it was where nothing is written. */
  inputs: Record<string, string>;
  /** The node whose output is given; empty for none. */
  node: string;
  output: string;
};

export const noChanges: WrittenChanges = { inputs: {}, node: '', output: '' };

/** A value as it is written: texts without quotation marks, all else as JSON. */
export const writtenValue = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** What was written, where a text is wanted if a text was there; undefined where it cannot be read. */
function readValue(written: string, before: Json | undefined): Json | undefined {
  if (typeof before === 'string') return written;
  try {
    return JSON.parse(written) as Json;
  } catch {
    return undefined;
  }
}

/**
 * What a request to retry says of changes.
 * @returns the fields of the request, and the names of what cannot be read: inputs, and `output`.
 */
export function readChanges(
  { inputs, node, output }: WrittenChanges,
  before: JsonObject,
): { request: { input?: JsonObject; outputs?: JsonObject }; unread: string[] } {
  const changed = Object.entries(inputs).filter(
    ([name, written]) => written !== writtenValue(before[name] ?? null),
  );
  const read = changed.map(([name, written]) => [name, readValue(written, before[name])] as const);
  const given = node === '' ? undefined : readValue(output, undefined);
  const unread = [
    ...read.flatMap(([name, value]) => (value === undefined ? [name] : [])),
    ...(node !== '' && given === undefined ? ['output'] : []),
  ];
  const input = Object.fromEntries(
    read.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return {
    request: {
      ...(Object.keys(input).length > 0 && { input }),
      ...(given !== undefined && { outputs: { [node]: given } }),
    },
    unread,
  };
}

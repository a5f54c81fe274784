import { isArtifactReference } from '../../../../../contracts/base/artifact.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';

/** What a node gave where an expression looked for a field that is not there. */
export type WhatCame = {
  /** The id of the node. */
  node: string;
  /** The fields that lead to the value without the field. */
  within: string[];
  /** The field that tells which of several forms the value has, and what it says. */
  form: [field: string, value: string] | undefined;
  /** The fields that are there. */
  fields: string[];
};

const missingKey = /No such key: (\w+) at character \d+ in `([^`]*)/;

/** Fields that say which of several forms a value has. */
const telling = ['action', 'kind', 'type', 'decision', 'status'];

/** What came instead of the field that an error misses; `outputOf` gives what a node of the same pipeline gave. */
export function whatCame(
  message: string,
  outputOf: (id: string) => Json | undefined,
): WhatCame | undefined {
  const [, key, source] = missingKey.exec(message) ?? [];
  if (key === undefined || source === undefined) return undefined;
  const chain = new RegExp(`(?<![\\w.])nodes\\.(\\w+)\\.output((?:\\.\\w+)*?)\\.${key}\\b`).exec(
    source,
  );
  const [, node, between = ''] = chain ?? [];
  if (node === undefined) return undefined;
  const within = between.split('.').filter((name) => name !== '');
  const value = within.reduce<Json | undefined>(
    (at, name) => (isJsonObject(at) ? at[name] : undefined),
    outputOf(node),
  );
  if (!isJsonObject(value) || isArtifactReference(value) || Object.hasOwn(value, key))
    return undefined;
  const form = telling.find((field) => typeof value[field] === 'string');
  return {
    node,
    within,
    form: form === undefined ? undefined : [form, String(value[form])],
    fields: Object.keys(value),
  };
}

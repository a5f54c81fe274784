import { createHash } from 'node:crypto';
import { canonicalJson, isJsonObject } from '../../contracts/base/json.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import { isTooDeep } from '../../contracts/base/nesting.ts';
import { cutText } from '../../contracts/base/text.ts';

/** What a server says of a tool, as far as it decides how the tool is used: this is what is accepted. */
export type McpDefinition = {
  name: string;
  title?: string;
  description: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  annotations?: JsonObject;
};

/** Characters of the JSON of a definition: a longer one fills the context of every model that is told of it. */
const longestDefinition = 20_000;
const longestDescription = 4_000;

/** @returns the reason, where a definition cannot be used. */
export function definitionOf(listed: unknown): McpDefinition | { unusable: string } {
  if (!isJsonObject(listed) || typeof listed['name'] !== 'string' || listed['name'] === '') {
    return { unusable: 'a tool without a name' };
  }
  const { name, title, description = '', inputSchema, outputSchema, annotations } = listed;
  const shown = cutText(name, 60);
  if (typeof description !== 'string' || !isJsonObject(inputSchema)) {
    return { unusable: `${shown}: its description or arguments are not valid` };
  }
  if (description.length > longestDescription) {
    return {
      unusable: `${shown}: its description is longer than ${longestDescription} characters`,
    };
  }
  const definition = {
    name,
    description,
    inputSchema,
    ...(typeof title === 'string' && { title }),
    ...(isJsonObject(outputSchema) && { outputSchema }),
    ...(isJsonObject(annotations) && { annotations }),
  };
  if (isTooDeep(definition)) return { unusable: `${shown}: its definition nests too deep` };
  return JSON.stringify(definition).length > longestDefinition
    ? { unusable: `${shown}: its definition is longer than ${longestDefinition} characters` }
    : definition;
}

/** SHA-256 of a definition, which is another one after each change of it. */
export function definitionHash(definition: McpDefinition): string {
  return createHash('sha256').update(canonicalJson(definition)).digest('hex');
}

/** What is other than it was, in words: `description ("…" → "…"), inputSchema`. */
export function differences(before: McpDefinition, now: McpDefinition): string {
  const parts = (['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const)
    .filter((part) => canonicalJson(before[part] ?? null) !== canonicalJson(now[part] ?? null))
    .map((part) => `${part} (${shortly(before[part])} → ${shortly(now[part])})`);
  return parts.join(', ');
}

function shortly(value: Json | undefined): string {
  return visible(cutText(value === undefined ? 'none' : JSON.stringify(value), 200));
}

/** A text in which characters that are not seen, or that steer a terminal, are written out. */
export function visible(text: string): string {
  return text.replaceAll(/[^\P{C}\n]|[\u2028\u2029\u3164\uFFA0]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return String.raw`\u{${code.toString(16)}}`;
  });
}

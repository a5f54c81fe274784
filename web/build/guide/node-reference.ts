import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { nodeKinds } from '../../../contracts/pipelines/nodes/index.ts';
import type { NodeKindName } from '../../../contracts/pipelines/nodes/index.ts';

const sources = 'contracts/pipelines/nodes';

/**
 * The page of all node kinds, in Markdown, made from their schemas: fields with type, default and what their comment says,
 * ways out, an example.
 * @param project the folder of the project.
 */
export async function nodeReference(project: string): Promise<string> {
  const kinds = Object.keys(nodeKinds) as NodeKindName[];
  const ofAll = await commentsOf(join(project, sources, 'base.ts'));
  const chapters = kinds.map(async (kind) => {
    const own = await commentsOf(join(project, sources, `${kind}.ts`));
    return chapterOf(kind, new Map([...ofAll, ...own]));
  });
  return [
    '# Node reference',
    'Every kind of node with its fields, from the schemas that check documents. [Pipelines](pipelines.md) says what the ' +
      'kinds do.',
    ...(await Promise.all(chapters)),
  ].join('\n\n');
}

/** What the comments above the fields of schemas say, by the name of the field. */
async function commentsOf(file: string): Promise<Map<string, string>> {
  const source = await readFile(file, 'utf8');
  const fields = source.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(\w+): /g);
  return new Map(
    [...fields].map(([, comment = '', name = '']) => [
      name,
      comment.replaceAll(/\s*\n\s*\*\s?/g, ' ').trim(),
    ]),
  );
}

function chapterOf(kind: NodeKindName, comments: ReadonlyMap<string, string>): string {
  const { title, description, schema, ports, example } = nodeKinds[kind];
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonObject;
  const forms = formsOf(json);
  const tables = forms.map((form, index) =>
    [...(forms.length > 1 ? [`Form ${index + 1}:`] : []), tableOf(form, comments)].join('\n\n'),
  );
  return [
    `## ${kind}`,
    `**${title}.** ${description}.`,
    ...tables,
    `Ways out: ${ports.map((port) => `\`${port}\``).join(', ')}, and \`error\` with \`onError: port\`.`,
    `\`\`\`yaml\n${stringify(example)}\`\`\``,
  ].join('\n\n');
}

/** The forms that an object may have, each with its fields. */
function formsOf(schema: JsonObject): JsonObject[] {
  const choices = schema['oneOf'] ?? schema['anyOf'];
  return Array.isArray(choices) ? (choices as JsonObject[]).flatMap(formsOf) : [schema];
}

function tableOf(form: JsonObject, comments: ReadonlyMap<string, string>): string {
  const rows = fieldsOf(form).map(({ name, field, isRequired }) => {
    const said = (comments.get(name) ?? '').replaceAll('|', '\\|');
    return `| \`${name}\` | ${typeOf(field)} | ${isRequired ? 'required' : defaultOf(field)} | ${said} |`;
  });
  return ['| field | type | default | |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

type Field = { name: string; field: JsonObject; isRequired: boolean };

/** The fields of an object, with those of objects within it as `retry.maximumAttempts`. */
function fieldsOf({ properties, required }: JsonObject, within = ''): Field[] {
  const needed = new Set(Array.isArray(required) ? required : []);
  const entries = Object.entries((properties ?? {}) as Record<string, JsonObject>);
  return entries.flatMap(([own, field]) => {
    const name = `${within}${own}`;
    const row = { name, field, isRequired: within === '' && needed.has(own) };
    return 'properties' in field ? [row, ...fieldsOf(field, `${name}.`)] : [row];
  });
}

const defaultOf = (field: JsonObject): string =>
  'default' in field ? `\`${JSON.stringify(field['default'])}\`` : '';

function typeOf(field: JsonObject): string {
  if ('const' in field) return `\`${JSON.stringify(field['const'])}\``;
  if (Array.isArray(field['enum'])) {
    return field['enum'].map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  }
  const choices = field['anyOf'] ?? field['oneOf'];
  if (Array.isArray(choices)) {
    return [...new Set((choices as JsonObject[]).map(typeOf))].join(' or ');
  }
  const { type } = field;
  if (type === 'array') return `list of ${typeOf((field['items'] ?? {}) as JsonObject)}`;
  if (type === 'integer' || type === 'number') return `${type}${rangeOf(field)}`;
  return typeof type === 'string' ? type : 'any JSON';
}

function rangeOf({ minimum, maximum }: JsonObject): string {
  const isSaid = (bound: unknown) =>
    typeof bound === 'number' && Number.isSafeInteger(bound) && Math.abs(bound) < 1e9;
  const least = isSaid(minimum) ? ` from ${String(minimum)}` : '';
  const most = isSaid(maximum) ? ` to ${String(maximum)}` : '';
  return `${least}${most}`;
}

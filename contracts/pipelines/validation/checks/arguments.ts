import { childKeyOf } from '../../child-of.ts';
import { callProblems } from '../../../tools/argument-rules.ts';
import { entryOf } from '../../catalog.ts';
import type { Catalog } from '../../catalog.ts';
import type { Json, JsonSchema } from '../../../base/json.ts';
import { isJsonObject } from '../../../base/json.ts';
import { expressionsIn } from '../../../expressions/index.ts';
import { comparedNames, nearest, suggestFirst } from '../../../base/nearest.ts';
import {
  checkValue,
  hasDefault,
  isOpen,
  propertiesOf,
  requiredOf,
} from '../../../values/json-schema.ts';
import { patternProblems } from '../../../values/patterns.ts';
import type { NodeOf } from '../../nodes/index.ts';
import { missing, problem } from '../../../values/problem.ts';
import type { Path, Problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

/** Checks a value without expressions against the schema of its argument. */
function literalProblems(schema: Json | undefined, value: Json, path: Path): Problem[] {
  if (!isJsonObject(schema) || expressionsIn(value).length > 0) return [];
  return checkValue(schema, value, path).problems;
}

/** The problems of arguments, some of which may be known only in a run. */
export function argumentProblems(schema: JsonSchema, args: Json, path: Path): Problem[] {
  if (typeof args === 'string' && expressionsIn(args).length > 0) return [];
  if (!isJsonObject(args)) {
    return [
      problem(path, 'must be an object', 'write an object, or one {{ expression }} that gives one'),
    ];
  }
  const properties = propertiesOf(schema);
  const names = Object.keys(properties);
  const absent = requiredOf(schema).filter(
    (name) => !Object.hasOwn(args, name) && !hasDefault(properties[name]),
  );
  const unknown = Object.keys(args).filter((name) => !names.includes(name) && !isOpen(schema));
  const free = names.filter((name) => !Object.hasOwn(args, name));
  const suggest = suggestFirst();
  const mistyped = new Set(unknown.slice(0, comparedNames).map((name) => nearest(name, free)));
  return [
    ...unknown.map((name) =>
      problem([...path, name], `argument ${name} not found`, suggest(name, names)),
    ),
    ...absent
      .filter((name) => !mistyped.has(name))
      .map((name) => missing([...path, name], name, `give ${name} a value`)),
    ...names
      .filter((name) => Object.hasOwn(args, name))
      .flatMap((name) => literalProblems(properties[name], args[name]!, [...path, name])),
  ];
}

/** Checks the arguments of a call and, if all of them are known before the run, whether they fit together. */
function ofCall(tool: string, args: Json, path: Path, { tools }: Catalog): Problem[] {
  const parameters = entryOf(tools, tool)?.parameters;
  if (!parameters) return [];
  const single = argumentProblems(parameters, args, path);
  if (single.length > 0 || expressionsIn(args).length > 0) return single;
  return callProblems({ tool, parameters }, args, path);
}

/** The arguments of a tool node, and those that an approval lets a person change, match the schema of the tool. */
export const toolArguments: Check = ({ draft: { nodes }, catalog }) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'tool' && node.kind !== 'approval') return [];
    const own =
      node.tool !== undefined && node.args !== undefined
        ? ofCall(node.tool, node.args, ['nodes', index, 'args'], catalog)
        : [];
    const next = node.kind === 'tool' ? (node.next ?? []) : [];
    return [
      ...own,
      ...next.flatMap(({ tool: name, args }, position) => {
        return ofCall(name, args, ['nodes', index, 'next', position, 'args'], catalog);
      }),
    ];
  });

/** Arguments that the items of a map share are among those that its tool or pipeline takes. */
export const mapArguments: Check = ({ draft: { nodes }, catalog }) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'map') return [];
    const { tool } = node;
    const schema =
      tool === undefined
        ? entryOf(catalog.pipelines, childKeyOf(node) ?? '')?.inputs
        : entryOf(catalog.tools, tool)?.parameters;
    if (!schema || patternProblems(schema, []).length > 0) return [];
    // The items give the others.
    const shared = { ...schema, required: [] };
    return [
      ...argumentProblems(shared, node.args, ['nodes', index, 'args']),
      ...itemProblems(node, schema, ['nodes', index, 'items']),
    ];
  });

/** The problems of the items of a map, as far as the items are literal. */
function itemProblems(
  { items, args, tool, pipeline = '' }: NodeOf<'map'>,
  schema: JsonSchema,
  path: Path,
): Problem[] {
  const what =
    tool === undefined
      ? `the input of one run of ${pipeline}`
      : `the arguments of one call of ${tool}`;
  const isOpenText = (value: Json) => typeof value === 'string' && expressionsIn(value).length > 0;
  if (!Array.isArray(items)) {
    if (isOpenText(items)) return [];
    return [problem(path, 'must be a list', `write a list of objects, each ${what}`)];
  }
  const isGiven = (name: string) =>
    typeof args === 'string' || (isJsonObject(args) && name in args);
  const left = { ...schema, required: requiredOf(schema).filter((name) => !isGiven(name)) };
  return items.flatMap((item, index) => {
    if (isJsonObject(item)) return argumentProblems(left, item, [...path, index]);
    if (isOpenText(item)) return [];
    const [name = 'name'] = requiredOf(left);
    const fix = `write ${name}: ${JSON.stringify(item)}, with the name of what it is`;
    return [problem([...path, index], `an item must be an object: ${what}`, fix)];
  });
}

/** The input of a child pipeline matches its inputs. */
export const pipelineArguments: Check = ({ draft: { nodes }, catalog }) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'pipeline' && node.kind !== 'loop') return [];
    const child = entryOf(catalog.pipelines, childKeyOf(node) ?? '');
    if (!child) return [];
    if (patternProblems(child.inputs, []).length > 0) return [];
    return argumentProblems(child.inputs, node.inputs, ['nodes', index, 'inputs']);
  });

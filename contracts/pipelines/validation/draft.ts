import { z } from 'zod';
import { markingDefaults } from '../../base/own-words.ts';
import type { Json, JsonObject, JsonSchema } from '../../base/json.ts';
import { isJsonObject } from '../../base/json.ts';
import { maximumNodes, maximumTriggers } from '../../base/run-limits.ts';
import { suggest } from '../../base/nearest.ts';
import { nodeKinds } from '../nodes/index.ts';
import { triggerKinds } from '../triggers/index.ts';
import type { Trigger } from '../triggers/index.ts';
import { isTriggerKind, triggerKindNames } from '../triggers/kinds.ts';
import type { NodeKindName, PipelineNode } from '../nodes/index.ts';
import { edgeSchema, noNodes, pipelineSchema } from '../pipeline.ts';
import type { PipelineEdge } from '../pipeline.ts';
import { missing, problem } from '../../values/problem.ts';
import type { Path, Problem } from '../../values/problem.ts';
import { remembered } from './remembered.ts';
import type { Remembered } from './remembered.ts';
import { zodProblems } from '../../values/zod-problems.ts';

export type DraftNode = { index: number; node: PipelineNode };
export type DraftTrigger = { index: number; trigger: Trigger };
export type DraftEdge = { index: number; edge: PipelineEdge };

/**
 * The readable part of a document that may have mistakes. A bad field of a node is replaced with the value of an
 * example, so that the rest of the node is still checked.
 */
export type Draft = {
  name: string | undefined;
  inputs: JsonSchema;
  nodes: DraftNode[];
  triggers: DraftTrigger[];
  /** Every id that is written down, also of nodes that cannot be read. */
  ids: { index: number; id: string }[];
  /** The same of triggers. */
  triggerIds: { index: number; id: string }[];
  edges: DraftEdge[];
  output: Json | undefined;
  layout: string[];
};

/** A draft, its structural mistakes, and the paths of the fields that were replaced. */
export type ReadDraft = { draft: Draft; problems: Problem[]; replaced: Set<string> };

const headSchema = pipelineSchema.extend({
  nodes: z.array(z.unknown()).min(1, noNodes).max(maximumNodes),
  edges: z.array(z.unknown()).default([]),
  triggers: z.array(z.unknown()).max(maximumTriggers).optional(),
});

function isKind(kind: unknown): kind is NodeKindName {
  return typeof kind === 'string' && Object.hasOwn(nodeKinds, kind);
}

type Substituted = { parsed: unknown; issues: z.core.$ZodIssue[]; replaced: string[] };

/** What stands in for a bad field: the example's, so that it parses, or no text and no member at all. */
function blank(parsed: object, bad: Set<string>): object {
  const emptied = (value: unknown) => {
    if (Array.isArray(value)) return [];
    return typeof value === 'string' ? '' : value;
  };
  return Object.fromEntries(
    Object.entries(parsed).map(([key, value]) => [key, bad.has(key) ? emptied(value) : value]),
  );
}

/** The fields that issues are about. */
const fieldsOf = (issues: readonly z.core.$ZodIssue[]): string[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0
      ? issue.keys
      : [String(issue.path[0])],
  );

/** Parses an object; fields that are bad are left out or, where they are needed, substituted. */
function parseAround(schema: z.ZodType, value: JsonObject, example: object): Substituted {
  const first = schema.safeParse(value, markingDefaults);
  if (first.success) return { parsed: first.data, issues: [], replaced: [] };
  const { issues } = first.error;
  const bad = new Set(fieldsOf(issues));
  const isBad = ([key]: [string, unknown]) => bad.has(key);
  const left = Object.entries(value).filter((entry) => !isBad(entry));
  const alone = schema.safeParse(Object.fromEntries(left));
  let parsed = alone.data;
  // Rules over several fields are checked only if each field can be read.
  for (let round = 0; parsed === undefined && round < 2; round += 1) {
    const kept = Object.entries(value).filter((entry) => !isBad(entry));
    const substitutes = Object.entries(example).filter(isBad);
    const next = schema.safeParse(Object.fromEntries([...kept, ...substitutes]));
    parsed = next.data;
    for (const field of fieldsOf(next.error?.issues ?? [])) bad.add(field);
  }
  return { parsed: parsed && blank(parsed as object, bad), issues, replaced: [...bad] };
}

/** Kinds that people look for, and the kinds to use instead. */
const insteadOf: Record<string, string> = {
  if: 'use condition, or switch for more than two ways',
  case: 'use switch',
  foreach: 'use map to run a tool or a pipeline for each item of a list',
  while: 'use loop to repeat a pipeline until a condition holds',
  repeat: 'use loop to repeat a pipeline',
  sleep: 'use wait',
};

function kindFix(kind: unknown): string {
  const kinds = Object.keys(nodeKinds);
  const known = `the kinds are ${kinds.join(', ')}`;
  if (kind === undefined) return known;
  const name = String(kind);
  const instead = Object.hasOwn(insteadOf, name) ? insteadOf[name] : undefined;
  return `${instead ?? suggest(name, kinds)} (${known})`;
}

function readNode(raw: unknown, index: number): ReadNode {
  const path: Path = ['nodes', index];
  if (!isJsonObject(raw)) {
    const fix = 'write an object with id and kind';
    return { problems: [problem(path, 'a node must be an object', fix)], replaced: [] };
  }
  const { kind } = raw;
  if (!isKind(kind)) {
    const place = [...path, 'kind'];
    const wrong =
      kind === undefined
        ? missing(place, 'kind', kindFix(kind))
        : problem(place, `kind ${String(kind)} not found`, kindFix(kind));
    return { problems: [wrong], replaced: [] };
  }
  const { schema, example } = nodeKinds[kind];
  const { parsed, issues, replaced } = parseAround(schema, raw, example as object);
  const id = typeof raw['id'] === 'string' ? raw['id'] : `#${index}`;
  return {
    ...(parsed !== undefined && { node: { ...(parsed as PipelineNode), id } }),
    problems: zodProblems(issues, { value: raw, schema, path }),
    replaced: replaced.map((key) => `nodes[${index}].${key}`),
  };
}

function readTrigger(raw: unknown, index: number): ReadTrigger {
  const path: Path = ['triggers', index];
  if (!isJsonObject(raw)) {
    const fix = 'write an object with id and kind';
    return { problems: [problem(path, 'a trigger must be an object', fix)], replaced: [] };
  }
  const { kind } = raw;
  if (!isTriggerKind(kind)) {
    const place = [...path, 'kind'];
    const fix = `the kinds are ${triggerKindNames.join(', ')}`;
    const wrong =
      kind === undefined
        ? missing(place, 'kind', fix)
        : problem(place, `kind ${String(kind)} not found`, fix);
    return { problems: [wrong], replaced: [] };
  }
  const { schema, example } = triggerKinds[kind];
  const { parsed, issues, replaced } = parseAround(schema, raw, example as object);
  const id = typeof raw['id'] === 'string' ? raw['id'] : `#${index}`;
  return {
    ...(parsed !== undefined && { trigger: { ...(parsed as Trigger), id } }),
    problems: zodProblems(issues, { value: raw, schema, path }),
    replaced: replaced.map((key) => `triggers[${index}].${key}`),
  };
}

type ReadTrigger = { trigger?: Trigger; problems: Problem[]; replaced: string[] };
type ReadNode = { node?: PipelineNode; problems: Problem[]; replaced: string[] };

function readEdges(raw: unknown[], known: KnownReads): { edges: DraftEdge[]; problems: Problem[] } {
  const results = raw.map((value, index) =>
    remembered(known.edges, value, index, () => edgeSchema.safeParse(value, markingDefaults)),
  );
  return {
    edges: results.flatMap(({ data: edge }, index) => (edge ? [{ index, edge }] : [])),
    problems: results.flatMap(({ error }, index) =>
      zodProblems(error?.issues ?? [], {
        value: raw[index],
        schema: edgeSchema,
        path: ['edges', index],
      }),
    ),
  };
}

const idsOf = (raw: unknown[]) =>
  raw.flatMap((each, index) =>
    isJsonObject(each) && typeof each['id'] === 'string' ? [{ index, id: each['id'] }] : [],
  );

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What was read of the parts of documents that are never changed in place, by those parts. */
export type KnownReads = {
  nodes: Remembered<ReadNode>;
  edges: Remembered<ReturnType<typeof edgeSchema.safeParse>>;
};

export const nothingKnown = (): KnownReads => ({ nodes: new WeakMap(), edges: new WeakMap() });

/**
 * Reads as much of a document as can be read, with every mistake of its structure.
 * @param known what was read before, for documents of which most stays the same; it is added to.
 */
export function readDraft(document: JsonObject, known = nothingKnown()): ReadDraft {
  const example = { name: 'example', nodes: [nodeKinds.tool.example] };
  const head = parseAround(headSchema, document, example);
  const parsed = head.parsed as z.infer<typeof headSchema> | undefined;
  const rawNodes = listOf(document['nodes']);
  const nodes = rawNodes.map((raw, index) =>
    remembered(known.nodes, raw, index, () => readNode(raw, index)),
  );
  const rawTriggers = listOf(document['triggers']);
  const triggers = rawTriggers.map(readTrigger);
  const { edges, problems } = readEdges(listOf(document['edges']), known);
  return {
    draft: {
      name: parsed?.name,
      inputs: parsed?.inputs ?? { type: 'object', properties: {} },
      nodes: nodes.flatMap(({ node }, index) => (node ? [{ index, node }] : [])),
      triggers: triggers.flatMap(({ trigger }, index) => (trigger ? [{ index, trigger }] : [])),
      ids: idsOf(rawNodes),
      triggerIds: idsOf(rawTriggers),
      edges,
      output: parsed?.output,
      layout: Object.keys(parsed?.layout ?? {}),
    },
    problems: [
      ...zodProblems(head.issues, { value: document, schema: pipelineSchema, path: [] }),
      ...triggers.flatMap((trigger) => trigger.problems),
      ...nodes.flatMap((node) => node.problems),
      ...problems,
    ],
    replaced: new Set([
      ...head.replaced,
      ...[...triggers, ...nodes].flatMap(({ replaced }) => replaced),
    ]),
  };
}

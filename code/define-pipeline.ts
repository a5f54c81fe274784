import { z } from 'zod';
import type { JsonObject } from '../contracts/base/json.ts';
import { pipelineSchema } from '../contracts/pipelines/pipeline.ts';
import type { PipelineDocument } from '../contracts/pipelines/pipeline.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { requireFit } from './wrong-definition.ts';

/** A node as people write it: what has a default may be left out. */
export type NodeInput = PipelineDocument['nodes'][number];

declare const input: unique symbol;
/** The document of a pipeline, which knows what its runs are given. */
export type DefinedPipeline<Input = JsonObject> = PipelineDocument & { readonly [input]?: Input };
/** What a run of a pipeline is given; what has a default may be left out. */
export type InputOf<Pipeline> = Pipeline extends { readonly [input]?: infer Input } ? Input : never;

type Definition<Id extends string, Inputs extends z.ZodObject> = Omit<
  PipelineDocument,
  'inputs' | 'nodes' | 'edges' | 'layout' | 'canvas'
> & {
  /** What a run is given: a zod object, or a JSON Schema. */
  inputs?: Inputs | JsonObject;
  nodes: (NodeInput & { id: Id })[];
  /** Each between nodes that are there. */
  edges?: { from: NoInfer<Id>; port?: string; to: NoInfer<Id> }[];
};

/**
 * A pipeline in code: the same document as its YAML and its drawing, with the same content hash.
 * @throws {WrongDefinition} with every mistake that its form shows. What it names, and its expressions, are checked by
 * `baton validate`, and where it is deployed or run.
 */
export function definePipeline<Id extends string, Inputs extends z.ZodObject>(
  definition: Definition<Id, Inputs>,
): DefinedPipeline<z.input<Inputs>> {
  const { inputs, ...rest } = definition;
  const document = { ...rest, ...(inputs && { inputs: jsonSchemaOf(inputs) }) };
  requireFit(`pipeline ${definition.name}`, pipelineSchema, document);
  return document as DefinedPipeline<z.input<Inputs>>;
}

/** Arguments of a call, each as itself or as a text with an expression that gives it. */
type Templates<Args> = { [Name in keyof Args]: Args[Name] | `{{${string}}}` };

type ToolNode = Extract<NodeInput, { kind: 'tool' }>;

/**
 * A node that calls a tool of one's own, with its arguments checked by the types of the tool.
 * @param tool what `defineTool` has given.
 */
export function toolNode<Schema extends z.ZodObject, const Id extends string>(
  tool: { name: string; schema: Schema },
  node: Omit<ToolNode, 'kind' | 'tool' | 'args' | 'id'> & {
    id: Id;
    args: Templates<z.input<Schema>>;
  },
): ToolNode & { id: Id } {
  return { ...node, kind: 'tool', tool: tool.name, args: node.args as ToolNode['args'] };
}

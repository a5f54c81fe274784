import { z } from 'zod';
import type { AgentDefinition } from '../agents/index.ts';
import type { JsonSchema } from '../base/json.ts';
import { maximumNodes, maximumTriggers } from '../base/run-limits.ts';
import { canvasSchema } from './canvas.ts';
import { nodeKinds } from './nodes/index.ts';
import { outageFields, templateSchema } from './nodes/base.ts';
import { ownWords } from '../base/own-words.ts';
import type { triggerBase } from './triggers/base.ts';
import { domainTriggerKinds, triggerKinds } from './triggers/index.ts';
import type { DomainTriggerName } from './triggers/kinds.ts';
import { freePipelineName, reservedName } from './nodes/reserved-names.ts';

type NodeSchema = (typeof nodeKinds)[keyof typeof nodeKinds]['schema'];
const nodeSchemas = Object.values(nodeKinds).map(({ schema }) => schema);
const nodeSchema = z.discriminatedUnion('kind', nodeSchemas as [NodeSchema, ...NodeSchema[]]);

type DomainTriggerSchema = z.ZodObject<
  typeof triggerBase & { kind: z.ZodLiteral<DomainTriggerName> }
>;
const triggerSchema = z.discriminatedUnion('kind', [
  triggerKinds.schedule.schema,
  triggerKinds.webhook.schema,
  triggerKinds.event.schema,
  ...(Object.values(domainTriggerKinds).map(({ schema }) => schema) as DomainTriggerSchema[]),
]);

export const edgeSchema = z.strictObject({
  from: z.string(),
  /** The port of `from` that the edge leaves through; left out, the kind's first port. */
  port: z.string().optional(),
  to: z.string(),
});
export type PipelineEdge = z.infer<typeof edgeSchema>;

const emptyInputs: JsonSchema = { type: 'object', properties: {} };

/** The error text for a pipeline without nodes. */
export const noNodes = ownWords('a pipeline needs at least one node', 'add a node');

export const pipelineSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'use lowercase letters, digits and -, starting with a letter')
    .regex(freePipelineName, reservedName)
    .max(64),
  title: z.string().min(1).max(120).optional(),
  description: z.string().optional(),
  /** JSON Schema of the start request's input. */
  inputs: z.record(z.string(), z.json()).default(emptyInputs),
  /** What starts runs by itself; runs of a pipeline that another one runs are not started by them. */
  triggers: z.array(triggerSchema).max(maximumTriggers).optional(),
  nodes: z.array(nodeSchema).min(1, noNodes).max(maximumNodes),
  edges: z.array(edgeSchema).default([]),
  /** The default for nodes without their own. */
  ...outageFields,
  /** The run's output; left out, the outputs of the nodes that nothing follows. */
  output: templateSchema.optional(),
  /** Positions on the canvas, by the id of a node or a trigger; outside the content hash. */
  layout: z.record(z.string(), z.strictObject({ x: z.number(), y: z.number() })).optional(),
  /** Notes and frames on the canvas; outside the content hash. */
  canvas: canvasSchema.optional(),
});

/** A pipeline as people write it: defaults may be left out. */
export type PipelineDocument = z.input<typeof pipelineSchema>;
/** A pipeline with its defaults filled in. */
export type Pipeline = z.infer<typeof pipelineSchema>;

/**
 * Everything that a run needs, by value, so that later versions do not affect the run. `pipelines` and `agents` hold
 * everything that the pipeline names, directly or through others.
 */
export type CompiledPipeline = {
  /** SHA-256 of the canonical content, hex; positions on the canvas are outside it. */
  hash: string;
  pipeline: Pipeline;
  pipelines: Record<string, Pipeline>;
  agents: Record<string, AgentDefinition>;
  /**
   * The tools of tool nodes that run in the worker of the workflow; missing in pipelines that were compiled before
   * this field existed.
   */
  quickTools?: string[];
  /**
   * The behavior during outages that was set for this run. It replaces that of `pipeline`, also when the run moves to
   * a newer version.
   */
  ownOutageTerms?: Pick<Pipeline, 'onOutage' | 'outageTimeout'>;
};

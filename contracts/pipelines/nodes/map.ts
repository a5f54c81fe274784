import { z } from 'zod';
import { maximumItems } from '../../base/run-limits.ts';
import {
  defineNodeKind,
  nodeBase,
  nodeSideEffectsSchema,
  pinnedVersionSchema,
  templateSchema,
} from './base.ts';
import { nodePorts } from './ports.ts';

/**
 * Runs a tool, or another pipeline, for each item of a list, some at a time. Its output is the list of theirs, in the
 * order of the items; each item is a step or a child of its own, so that completed items are not repeated.
 */
export const map = defineNodeKind({
  title: 'Map',
  description: 'Runs a tool or a pipeline for each item of a list',
  schema: z
    .strictObject({
      ...nodeBase,
      kind: z.literal('map'),
      /**
       * The list, or one expression that returns it. Each item holds the arguments of the tool, or the inputs of the
       * pipeline.
       */
      items: templateSchema,
      tool: z.string().min(1).optional(),
      pipeline: z.string().min(1).optional(),
      version: pinnedVersionSchema,
      /** Arguments that all items share. An item's own arguments take precedence. */
      args: templateSchema.default({}),
      /** The number of items that run at a time. */
      concurrency: z.number().int().min(1).max(maximumItems).default(4),
      /** Whether a failed item fails the node, or has `{error}` in place of its output. */
      onItemError: z.enum(['fail', 'continue']).default('fail'),
      sideEffects: nodeSideEffectsSchema,
    })
    .superRefine(({ tool, pipeline, version, retry, sideEffects }, context) => {
      if ((tool === undefined) === (pipeline === undefined)) {
        const message = 'give either a tool or a pipeline';
        context.addIssue({ code: 'custom', path: ['tool'], message });
      }
      if (version !== undefined && pipeline === undefined) {
        const message = 'only a map over a pipeline has a version';
        const fix =
          'remove it, or write the version of the tool behind its name, such as calculate@1';
        context.addIssue({ code: 'custom', path: ['version'], message, fix });
      }
      if (retry !== undefined && tool === undefined) {
        const message = 'a map over a pipeline does not support retry';
        const fix = 'remove it, and set retry on the nodes of the pipeline';
        context.addIssue({ code: 'custom', path: ['retry'], message, fix });
      }
      if (sideEffects !== undefined && tool === undefined) {
        const message = 'a map over a pipeline does not support sideEffects';
        const fix = 'remove it, and set sideEffects on the nodes of the pipeline';
        context.addIssue({ code: 'custom', path: ['sideEffects'], message, fix });
      }
    }),
  ports: nodePorts.map,
  example: {
    id: 'pages',
    kind: 'map',
    tool: 'scrape_page',
    items: "{{ inputs.addresses.map(address, {'url': address}) }}",
  },
});

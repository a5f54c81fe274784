import { z } from 'zod';
import { defineNodeKind, nodeBase } from './base.ts';
import { nodePorts } from './ports.ts';

/**
 * One request to a model and its answer: no tools, no loop. Its output is `{text}`, or, if the node has a `schema`,
 * the value that the model wrote.
 */
export const model = defineNodeKind({
  title: 'Model',
  description: 'One prompt, one answer',
  schema: z.strictObject({
    ...nodeBase,
    kind: z.literal('model'),
    prompt: z.string().min(1),
    system: z.string().min(1).optional(),
    /** Model chain such as `["openai:gpt-5.2"]`; left out, the chain of `BATON_MODELS`. */
    models: z.array(z.string()).optional(),
    /** Whether to ask the next model of the chain if the content filter of a model refuses. Default: no. */
    failoverOnContentFilter: z.boolean().optional(),
    /** JSON Schema of the answer. The output is then a value that matches it. */
    schema: z.record(z.string(), z.json()).optional(),
    maximumOutputTokens: z.number().int().min(1).optional(),
    temperature: z.number().min(0).max(2).optional(),
  }),
  ports: nodePorts.model,
  example: {
    id: 'summary',
    kind: 'model',
    prompt: 'Summarize in three sentences: {{ nodes.research.output.report }}',
  },
});

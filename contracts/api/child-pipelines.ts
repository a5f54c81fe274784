import { z } from 'zod';
import { documentSchema, nodeStateSchema } from './runs.ts';

export const childPipelineQuery = z.object({
  path: z
    .string()
    .min(1)
    .describe(
      "Node ids from the run's root to the pipeline node: `desk/inner`. An item of a map or round of a loop: `teams.item-2`, `refine.round-1`",
    ),
});

export const childPipelineSchema = z
  .object({
    path: z.string(),
    document: documentSchema.describe('The document that the pipeline node runs'),
    nodes: z.array(nodeStateSchema),
    stale: z
      .boolean()
      .describe('True if its workflow does not respond and the nodes come from the recorded steps'),
    temporalUrl: z.string().nullable().describe('The child in the Temporal UI'),
  })
  .meta({ id: 'ChildPipeline' });
export type ChildPipelineView = z.infer<typeof childPipelineSchema>;

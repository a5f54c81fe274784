import { z } from 'zod';
import type { AllRunsEvent, Sent } from '../runs/run-events.ts';
import type { RunEvent } from '../runs/run-picture.ts';
import { approvalSchema } from './approvals.ts';
import { planViewSchema } from './plans.ts';
import { nodeStateSchema, runSchema, runSummarySchema } from './runs.ts';
import { stepSchema } from './steps.ts';

const costsShape = {
  costUsd: true,
  savedUsd: true,
  unknownPriceCalls: true,
  estimatedCalls: true,
  budget: true,
  usage: true,
} as const;

const toldStepSchema = stepSchema
  .extend({
    isCut: z
      .literal(true)
      .optional()
      .describe('Arguments or result are null here because they are too large: read the steps'),
  })
  .meta({ id: 'ToldStep' });

const progressShape = {
  message: z.string(),
  fraction: z.number().min(0).max(1).nullable().describe('Null if unknown'),
};

const failoverShape = { from: z.string(), to: z.string(), reason: z.string() };

const liveCallSchema = z
  .object({
    nodePath: z.string(),
    step: z.string(),
    sequence: z.number().int().describe('Of the last event'),
    isPartial: z
      .boolean()
      .describe('Whether texts may miss parts that were sent while no one was connected'),
    text: z.string(),
    reasoning: z.string(),
    toolCalls: z.array(z.object({ name: z.string(), arguments: z.string() }).nullable()),
    failover: z.object(failoverShape).nullable(),
    isFinished: z.boolean(),
  })
  .meta({ id: 'LiveCall' });

const pictureSchema = z
  .object({
    run: runSchema,
    steps: z.array(toldStepSchema).describe('The latest, in the order in which they began'),
    hasEarlierSteps: z.boolean(),
    plans: z.array(planViewSchema).describe('The latest plan of each agent that has one'),
    approvals: z.array(approvalSchema).describe('Newest first'),
    calls: z
      .record(z.string(), liveCallSchema)
      .describe('The text of the latest model call of each node path, by the id of the call'),
    progress: z
      .record(z.string(), z.object(progressShape))
      .describe('Progress of running tools that report it, by the key of their step'),
  })
  .meta({ id: 'RunPicture' });

const positionShape = {
  position: z.string().describe('`<epoch>:<number>`: reconnect with `?after=` the last one'),
};

const stepShape = { ...positionShape, step: toldStepSchema };

const callShape = {
  ...positionShape,
  callId: z.string(),
  sequence: z.number().int().describe('Counts the events of one attempt of the call from 1'),
  nodePath: z.string(),
  step: z.string(),
};

const indexSchema = z.number().int().describe('The place of the tool call in the answer');

const runEvents = {
  snapshot: z
    .object({ type: z.literal('snapshot'), ...positionShape, picture: pictureSchema })
    .describe('Replaces everything sent before'),
  state: z
    .object({
      type: z.literal('state'),
      ...positionShape,
      run: runSchema.omit({ ...costsShape, nodes: true, document: true }),
    })
    .describe('The run itself; its end is the last event'),
  node: z.object({ type: z.literal('node'), ...positionShape, node: nodeStateSchema }),
  'step-start': z.object({ type: z.literal('step-start'), ...stepShape }),
  'step-progress': z
    .object({ type: z.literal('step-progress'), ...stepShape })
    .describe('The node waits or has news'),
  'step-finish': z.object({ type: z.literal('step-finish'), ...stepShape }),
  'tool-progress': z
    .object({
      type: z.literal('tool-progress'),
      ...positionShape,
      key: z.string().describe('Of the step'),
      ...progressShape,
    })
    .describe('Progress of a running tool'),
  plan: z
    .object({ type: z.literal('plan'), ...positionShape, plan: planViewSchema })
    .describe('The plan of an agent and its progress'),
  approval: z.object({ type: z.literal('approval'), ...positionShape, approval: approvalSchema }),
  cost: z.object({ type: z.literal('cost'), ...positionShape, costs: runSchema.pick(costsShape) }),
  'text-delta': z.object({ type: z.literal('text-delta'), ...callShape, text: z.string() }),
  'reasoning-delta': z.object({
    type: z.literal('reasoning-delta'),
    ...callShape,
    text: z.string(),
  }),
  'tool-call-start': z.object({
    type: z.literal('tool-call-start'),
    ...callShape,
    index: indexSchema,
    id: z.string(),
    name: z.string(),
  }),
  'tool-call-delta': z.object({
    type: z.literal('tool-call-delta'),
    ...callShape,
    index: indexSchema,
    arguments: z.string(),
  }),
  retry: z
    .object({ type: z.literal('retry'), ...callShape, attempt: z.number().int() })
    .describe('Discard the text of the call so far'),
  failover: z
    .object({ type: z.literal('failover'), ...callShape, ...failoverShape })
    .describe('The call continues with another model'),
  finish: z
    .object({ type: z.literal('finish'), ...callShape })
    .describe('The answer is complete; the recorded answer is authoritative'),
} satisfies { [Type in RunEvent['type']]: z.ZodType<Sent<Extract<RunEvent, { type: Type }>>> };

/** What is told of a run. */
export const runEventSchema = z
  .discriminatedUnion('type', [
    runEvents.snapshot,
    runEvents.state,
    runEvents.node,
    runEvents['step-start'],
    runEvents['step-progress'],
    runEvents['step-finish'],
    runEvents['tool-progress'],
    runEvents.plan,
    runEvents.approval,
    runEvents.cost,
    runEvents['text-delta'],
    runEvents['reasoning-delta'],
    runEvents['tool-call-start'],
    runEvents['tool-call-delta'],
    runEvents.retry,
    runEvents.failover,
    runEvents.finish,
  ])
  .meta({ id: 'RunEvent' });

const allRunsEvents = {
  snapshot: z
    .object({ type: z.literal('snapshot'), ...positionShape })
    .describe('Read lists again'),
  run: z.object({ type: z.literal('run'), ...positionShape, run: runSummarySchema }),
  approval: runEvents.approval,
} satisfies {
  [Type in AllRunsEvent['type']]: z.ZodType<Sent<Extract<AllRunsEvent, { type: Type }>>>;
};

/** What is told of all runs. */
export const allRunsEventSchema = z
  .discriminatedUnion('type', [allRunsEvents.snapshot, allRunsEvents.run, allRunsEvents.approval])
  .meta({ id: 'AllRunsEvent' });

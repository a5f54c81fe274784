import { z } from 'zod';
import { agentEngines } from '../../agents/index.ts';
import { outputForms } from '../../agents/outputs.ts';
import { defineNodeKind, nodeBase } from './base.ts';
import { nodePorts } from './ports.ts';

const formNames = Object.keys(outputForms);

/** An agent works on a task until it is done: a ReAct loop in a child workflow. */
export const agent = defineNodeKind({
  title: 'Agent',
  description: 'An agent reasons, calls tools and delivers a result',
  schema: z.strictObject({
    ...nodeBase,
    kind: z.literal('agent'),
    agent: z.string().min(1),
    task: z.string().min(1),
    /** Replaces the schema of the agent's output. */
    output: z.enum(formNames).optional(),
    /** Narrows the agent's tools: only names that the agent itself declares. */
    tools: z.array(z.string()).optional(),
    /** Adds agents that this one may delegate to. */
    delegates: z.array(z.string()).default([]),
    models: z.array(z.string()).optional(),
    /** Whether to ask the next model of the chain if the content filter of a model refuses. Default: no. */
    failoverOnContentFilter: z.boolean().optional(),
    /** Replaces the engine that keeps the agent's conversation. */
    engine: z.enum(agentEngines).optional(),
    maximumTurns: z.number().int().min(1).max(1000).optional(),
  }),
  ports: nodePorts.agent,
  example: {
    id: 'research',
    kind: 'agent',
    agent: 'research',
    task: 'Answer: {{ inputs.question }}',
  },
});

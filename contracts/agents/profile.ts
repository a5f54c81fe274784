import { z } from 'zod';
import { budgetSchema } from '../models/budget.ts';
import { ownWords } from '../base/own-words.ts';
import { freeName, reservedName } from '../pipelines/nodes/reserved-names.ts';
import { outputForms } from './outputs.ts';
import { sideEffectsSchema } from '../tools/side-effects-schema.ts';
import { defaultSideEffects } from '../tools/side-effects.ts';
import { nameList, timeLimit } from './fields.ts';
import { planApprovalSchema } from './plan-approval.ts';

const formNames = Object.keys(outputForms);

/**
 * Who keeps the conversation: Baton, with any model, or OpenAI, which is then sent only what is new (Responses
 * with stored responses) and calls back for tools.
 */
export const agentEngines = ['react', 'openai-responses'] as const;

/** What an agent is: all that its runs need to know of it, as data. */
export const agentSchema = z.strictObject({
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9_-]*$/,
      ownWords(
        'must be lowercase letters, digits, _ and -, starting with a letter',
        'write a name such as night-watch',
      ),
    )
    .regex(freeName, reservedName)
    .max(64),
  role: z.string().trim().min(1).max(120).describe('In a few words, such as Researcher'),
  instructions: z
    .string()
    .trim()
    .min(1)
    .max(50_000)
    .describe('What it does, what it must not do, and how it reports'),
  models: nameList(20)
    .default([])
    .describe('Model chain such as anthropic:claude-sonnet-5. Default: the chain of BATON_MODELS'),
  tools: nameList(100).default([]).describe('The tools it can call'),
  delegates: nameList(50)
    .default([])
    .describe('Agents that it can delegate subtasks to. Each becomes a tool delegate_to_<agent>'),
  planning: z
    .string()
    .regex(
      /^[a-z][a-z0-9_-]*$/,
      ownWords('is not the name of a planner', 'use none, model, or the name of a planner'),
    )
    .default('none')
    .describe('none, model (the model sets a plan first), or the name of a planner of your own'),
  planApproval: planApprovalSchema
    .optional()
    .describe('Whether a person approves its plan before it calls tools. Default: no'),
  output: z
    .union([z.enum(formNames), z.record(z.string(), z.json())])
    .optional()
    .describe(
      'Its result format: the name of an output format, or a JSON Schema. Default: a report',
    ),
  engine: z.enum(agentEngines).default('react').describe('Where the conversation is kept'),
  failoverOnContentFilter: z
    .boolean()
    .optional()
    .describe('Whether to try the next model when a content filter blocks the answer. Default: no'),
  memory: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe('Whether it stores finished steps as memories and recalls them in later tasks'),
      required: z
        .boolean()
        .default(false)
        .describe(
          'Whether its tasks fail when the memory store is unavailable. Otherwise they continue without memory',
        ),
      top: z
        .number()
        .int()
        .min(1)
        .max(20)
        .default(5)
        .describe('Maximum number of memories that a task starts with'),
      floor: z
        .number()
        .min(0)
        .max(1)
        .default(0.2)
        .describe('Minimum cosine similarity between a memory and the task'),
    })
    .prefault({}),
  sideEffects: sideEffectsSchema(
    defaultSideEffects.policy,
    'Whether a person approves each call with a side effect (ask), only those after the agent has ' +
      'read untrusted content (ask-after-outside), or none (allow). BATON_AGENT_SIDE_EFFECTS can be stricter',
  )
    .extend({
      alwaysAsk: nameList(100)
        .optional()
        .describe(
          'Tools whose every call a person approves, whatever the policy, with or without a side effect',
        ),
    })
    .optional()
    .describe('Which calls with side effects need approval. Default: a person approves each one'),
  limits: z
    .strictObject({
      turns: z.number().int().min(1).max(1000).default(20),
      time: timeLimit.default('5m').describe('Time limit per task'),
      budget: budgetSchema
        .optional()
        .describe('Maximum spend on models per task, including delegations'),
    })
    .prefault({}),
});
export type AgentDefinition = z.infer<typeof agentSchema>;

import { z } from 'zod';
import { budgetSchema } from '../models/budget.ts';
import { freeName, reservedMessage } from '../pipelines/nodes/names.ts';
import { outputForms } from './outputs.ts';
import { sideEffectsSchema } from '../tools/side-effects-schema.ts';
import { defaultSideEffects } from '../tools/side-effects.ts';
import { nameList, timeLimit } from './fields.ts';

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
      'must be of lower case letters, digits, _ and -, a letter first: use lower case letters, digits, _ and -',
    )
    .regex(freeName, reservedMessage)
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
    .describe(
      'Model chain such as anthropic:claude-sonnet-5; left empty, the chain of BATON_MODELS',
    ),
  tools: nameList(100).default([]).describe('The tools it may call'),
  delegates: nameList(50)
    .default([])
    .describe('Agents that it may give subtasks to, each by a tool delegate_to_<agent>'),
  planning: z
    .string()
    .regex(
      /^[a-z][a-z0-9_-]*$/,
      'must be none, model, or the name of a planner: use none, model, or the name of a planner',
    )
    .default('none')
    .describe('none, model (the model sets a plan first), or the name of a planner of your own'),
  output: z
    .union([z.enum(formNames), z.record(z.string(), z.json())])
    .optional()
    .describe('The form of its result: a known form, or a JSON Schema; left out, a report'),
  engine: z.enum(agentEngines).default('react').describe('Who keeps the conversation'),
  failoverOnContentFilter: z
    .boolean()
    .optional()
    .describe(
      'Whether the next model is asked where a content filter refused; left out, it is not',
    ),
  memory: z
    .strictObject({
      enabled: z
        .boolean()
        .default(true)
        .describe('Whether it remembers its steps, and is reminded'),
      required: z
        .boolean()
        .default(false)
        .describe('Whether it fails where its memory cannot be reached; else it goes on without'),
      top: z.number().int().min(1).max(20).default(5).describe('Memories that a task begins with'),
      floor: z
        .number()
        .min(0)
        .max(1)
        .default(0.2)
        .describe('The least cosine similarity of a memory to the task'),
    })
    .prefault({}),
  sideEffects: sideEffectsSchema(
    defaultSideEffects.policy,
    'Whether a person is asked before each call that changes something outside (ask), only after the agent has ' +
      'read content from outside (ask-after-outside), or never (allow); BATON_AGENT_SIDE_EFFECTS may be stricter',
  )
    .optional()
    .describe(
      'What it may do outside by itself; left out, a person is asked before each such call',
    ),
  limits: z
    .strictObject({
      turns: z.number().int().min(1).max(1000).default(20),
      time: timeLimit.default('5m').describe('The longest that it may work on one task'),
      budget: budgetSchema
        .optional()
        .describe('What one task may spend on models, delegations included'),
    })
    .prefault({}),
});
export type AgentDefinition = z.infer<typeof agentSchema>;

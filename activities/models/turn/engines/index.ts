import type { AgentDefinition } from '../../../../contracts/agents/index.ts';
import type { Engine } from './engine.ts';
import { openaiResponses } from './openai-responses.ts';
import { react } from './react.ts';

/** The engines behind agents, by the name that agents choose them by. */
export const engines = {
  react,
  'openai-responses': openaiResponses,
} satisfies Record<AgentDefinition['engine'], Engine>;

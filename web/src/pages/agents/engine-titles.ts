import type { AgentView } from '../../../../contracts/api/index.ts';

/** Who keeps the conversation of an agent. */
export const engineTitles: Record<AgentView['engine'], string> = {
  react: "Baton's own loop",
  'openai-responses': 'OpenAI Responses',
};

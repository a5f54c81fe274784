import type { AgentView } from '../../../../contracts/api/index.ts';
import { texts } from './texts.ts';

/** Who keeps the conversation of an agent. */
export const engineTitles: Record<AgentView['engine'], string> = {
  react: texts.engines.react,
  'openai-responses': texts.engines.responses,
};

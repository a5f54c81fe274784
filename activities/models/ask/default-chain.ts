import { defaultModels, demoModel } from './default-models.ts';
import type { ModelEnvironment } from '../env.ts';
import { findOllamaModel } from '../providers/ollama-models.ts';
import type { ModelName } from '../model-name.ts';

/**
 * The chain for agents that name none: `BATON_MODELS`, else a model of each provider whose key is set, else the first
 * model of an Ollama server that answers, else the demo model, which never stands in for a real one.
 */
export async function defaultChain(env: ModelEnvironment): Promise<ModelName[]> {
  if (env.BATON_MODELS) return env.BATON_MODELS;
  const keyed = defaultModels.filter(({ key }) => env[key]).map(({ name }) => name);
  if (keyed.length > 0) return keyed;
  const local = await findOllamaModel(env.OLLAMA_HOST);
  return [local === undefined ? demoModel : `ollama:${local}`];
}

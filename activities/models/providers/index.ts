import type { ModelEnvironment } from '../env.ts';
import type { ModelProvider } from '../provider.ts';
import { createAnthropicProvider } from './anthropic.ts';
import { createDemoProvider, demoModels } from './demo.ts';
import { createOllamaProvider } from './ollama.ts';
import { createOpenAIProvider } from './openai.ts';

type ProviderEntry = {
  /** Undefined where the environment does not configure the provider. */
  create(env: ModelEnvironment): ModelProvider | undefined;
  /** What to do where it is not configured. */
  setUp: string;
  /** Its models, where they are a closed list. */
  models?: readonly string[];
};

/** Every provider, by the name that a model's name starts with. */
export const providerTable: Record<string, ProviderEntry> = {
  openai: {
    setUp: 'set OPENAI_API_KEY (and OPENAI_BASE_URL for another server)',
    create: ({ OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl }) =>
      apiKey ? createOpenAIProvider({ apiKey, baseUrl }) : undefined,
  },
  anthropic: {
    setUp: 'set ANTHROPIC_API_KEY (and ANTHROPIC_BASE_URL for another server)',
    create: ({ ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseUrl }) =>
      apiKey ? createAnthropicProvider({ apiKey, baseUrl }) : undefined,
  },
  ollama: {
    setUp: 'start Ollama, or set OLLAMA_HOST',
    create: ({ OLLAMA_HOST: host }) => createOllamaProvider({ host }),
  },
  demo: {
    setUp: 'use demo:trend',
    models: demoModels,
    create: createDemoProvider,
  },
};

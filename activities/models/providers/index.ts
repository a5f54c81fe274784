import type { ModelEnvironment } from '../env.ts';
import type { ProviderName } from '../provider-names.ts';
import type { ModelProvider } from '../provider.ts';
import type { DemoAnswer } from './demo/answer.ts';

type ProviderEntry = {
  /**
   * Loads the provider and its client; undefined where the environment does not configure it.
   * @param demo how the demo model answers.
   */
  create(env: ModelEnvironment, demo?: DemoAnswer): Promise<ModelProvider> | undefined;
  /** What to do where it is not configured. */
  setUp: string;
  /** Its models, where they are a closed list. */
  models?: readonly string[];
};

/** Every provider, by the name that a model's name starts with. */
export const providerTable: Record<ProviderName, ProviderEntry> = {
  openai: {
    setUp: 'set OPENAI_API_KEY (and OPENAI_BASE_URL for another server)',
    create: ({ OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_API: api }) =>
      apiKey === undefined
        ? undefined
        : import('./openai.ts').then((file) => file.createOpenAIProvider({ apiKey, baseUrl, api })),
  },
  anthropic: {
    setUp: 'set ANTHROPIC_API_KEY (and ANTHROPIC_BASE_URL for another server)',
    create: ({ ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseUrl }) =>
      apiKey === undefined
        ? undefined
        : import('./anthropic.ts').then((file) =>
            file.createAnthropicProvider({ apiKey, baseUrl }),
          ),
  },
  gemini: {
    setUp: 'set GEMINI_API_KEY',
    create: ({ GEMINI_API_KEY: apiKey, GEMINI_BASE_URL: baseUrl }) =>
      apiKey === undefined
        ? undefined
        : import('./gemini.ts').then((file) => file.createGeminiProvider({ apiKey, baseUrl })),
  },
  deepseek: {
    setUp: 'set DEEPSEEK_API_KEY',
    create: ({ DEEPSEEK_API_KEY: apiKey, DEEPSEEK_BASE_URL: baseUrl }) =>
      apiKey === undefined
        ? undefined
        : import('./deepseek.ts').then((file) => file.createDeepSeekProvider({ apiKey, baseUrl })),
  },
  qwen: {
    setUp: 'set DASHSCOPE_API_KEY (and DASHSCOPE_BASE_URL for another region)',
    create: ({ DASHSCOPE_API_KEY: apiKey, DASHSCOPE_BASE_URL: baseUrl }) =>
      apiKey === undefined
        ? undefined
        : import('./qwen.ts').then((file) => file.createQwenProvider({ apiKey, baseUrl })),
  },
  kimi: {
    setUp: 'set MOONSHOT_API_KEY (and MOONSHOT_BASE_URL for another region)',
    create: ({ MOONSHOT_API_KEY: apiKey, MOONSHOT_BASE_URL: baseUrl }) =>
      apiKey === undefined
        ? undefined
        : import('./kimi.ts').then((file) => file.createKimiProvider({ apiKey, baseUrl })),
  },
  grok: {
    setUp: 'set XAI_API_KEY',
    create: ({ XAI_API_KEY: apiKey, XAI_BASE_URL: baseUrl }) =>
      apiKey === undefined
        ? undefined
        : import('./grok.ts').then((file) => file.createGrokProvider({ apiKey, baseUrl })),
  },
  ollama: {
    setUp: 'start Ollama, or set OLLAMA_HOST',
    create: ({ OLLAMA_HOST: host }) =>
      import('./ollama.ts').then((file) => file.createOllamaProvider({ host })),
  },
  demo: {
    setUp: 'use demo:trend',
    models: ['trend'],
    create: (_env, demo) => import('./demo.ts').then((file) => file.createDemoProvider(demo)),
  },
};

import type { ModelEnvironment } from '../env.ts';
import type { CompatibleName, ProviderName } from '../provider-names.ts';
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
  /** Which variables hold its key and its address: a deployment has its own in their place. */
  variables?: { key?: keyof ModelEnvironment; baseUrl?: keyof ModelEnvironment };
};

/** Every provider that the environment configures, by the name that a model's name starts with. */
export const providerTable: Record<Exclude<ProviderName, CompatibleName>, ProviderEntry> = {
  openai: {
    variables: { key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
    setUp: 'set OPENAI_API_KEY (and OPENAI_BASE_URL for another server)',
    create: ({ OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_API: api }) =>
      apiKey === undefined
        ? undefined
        : import('./openai.ts').then((file) => file.createOpenAIProvider({ apiKey, baseUrl, api })),
  },
  anthropic: {
    variables: { key: 'ANTHROPIC_API_KEY', baseUrl: 'ANTHROPIC_BASE_URL' },
    setUp: 'set ANTHROPIC_API_KEY (and ANTHROPIC_BASE_URL for another server)',
    create: ({ ANTHROPIC_API_KEY: apiKey, ANTHROPIC_BASE_URL: baseUrl }) =>
      apiKey === undefined
        ? undefined
        : import('./anthropic.ts').then((file) =>
            file.createAnthropicProvider({ apiKey, baseUrl }),
          ),
  },
  gemini: {
    variables: { key: 'GEMINI_API_KEY', baseUrl: 'GEMINI_BASE_URL' },
    setUp: 'set GEMINI_API_KEY',
    create: ({ GEMINI_API_KEY: apiKey, GEMINI_BASE_URL: baseUrl }) =>
      apiKey === undefined
        ? undefined
        : import('./gemini.ts').then((file) => file.createGeminiProvider({ apiKey, baseUrl })),
  },
  deepseek: {
    variables: { key: 'DEEPSEEK_API_KEY', baseUrl: 'DEEPSEEK_BASE_URL' },
    setUp: 'set DEEPSEEK_API_KEY',
    create: ({ DEEPSEEK_API_KEY: apiKey, DEEPSEEK_BASE_URL: baseUrl }) =>
      apiKey === undefined
        ? undefined
        : import('./deepseek.ts').then((file) => file.createDeepSeekProvider({ apiKey, baseUrl })),
  },
  qwen: {
    variables: { key: 'DASHSCOPE_API_KEY', baseUrl: 'DASHSCOPE_BASE_URL' },
    setUp: 'set DASHSCOPE_API_KEY (and DASHSCOPE_BASE_URL for another region)',
    create: ({ DASHSCOPE_API_KEY: apiKey, DASHSCOPE_BASE_URL: baseUrl }) =>
      apiKey === undefined
        ? undefined
        : import('./qwen.ts').then((file) => file.createQwenProvider({ apiKey, baseUrl })),
  },
  kimi: {
    variables: { key: 'MOONSHOT_API_KEY', baseUrl: 'MOONSHOT_BASE_URL' },
    setUp: 'set MOONSHOT_API_KEY (and MOONSHOT_BASE_URL for another region)',
    create: ({ MOONSHOT_API_KEY: apiKey, MOONSHOT_BASE_URL: baseUrl }) =>
      apiKey === undefined
        ? undefined
        : import('./kimi.ts').then((file) => file.createKimiProvider({ apiKey, baseUrl })),
  },
  grok: {
    variables: { key: 'XAI_API_KEY', baseUrl: 'XAI_BASE_URL' },
    setUp: 'set XAI_API_KEY',
    create: ({ XAI_API_KEY: apiKey, XAI_BASE_URL: baseUrl }) =>
      apiKey === undefined
        ? undefined
        : import('./grok.ts').then((file) => file.createGrokProvider({ apiKey, baseUrl })),
  },
  ollama: {
    variables: { baseUrl: 'OLLAMA_HOST' },
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

/** A provider that the environment configures; undefined where there is none of that name. */
export function providerEntry(name: string): ProviderEntry | undefined {
  return Object.entries(providerTable).find(([known]) => known === name)?.[1];
}

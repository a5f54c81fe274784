/** The providers whose embeddings memories can be compared by. */
export const embeddingProviders = ['openai', 'gemini', 'ollama', 'qwen'] as const;

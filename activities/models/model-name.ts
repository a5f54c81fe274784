/** How a model is written, for messages to people. */
export const modelNameForm = 'provider:model, such as openai:gpt-5.2 or ollama:qwen3:8b';

/** Splits `provider:model` at the first colon; the model's own name may hold more of them. */
export function parseModelName(
  text: string,
): { name: ModelName; provider: string; model: string } | undefined {
  const match = /^([a-z][a-z0-9_-]*):([^\p{C}\p{Z}]+)$/u.exec(text);
  const [, provider, model] = match ?? [];
  if (provider === undefined || model === undefined) return undefined;
  return { name: `${provider}:${model}`, provider, model };
}

/** A model as chains name it: `openai:gpt-5.2`, `ollama:qwen3`, `demo:trend`. */
export type ModelName = `${string}:${string}`;

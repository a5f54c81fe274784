/**
 * The most that models write, in tokens, by name; a larger limit is an error there. What is commonly known of them, not
 * checked against the vendors' own lists.
 */
const limits: readonly { name: RegExp; tokens: number }[] = [
  { name: /^openai:(gpt-3\.5|gpt-4-turbo|gpt-4o-2024-05-13)/, tokens: 4_096 },
  { name: /^openai:gpt-4(-0613|-0314)?$/, tokens: 8_192 },
  { name: /^openai:(gpt-4o|chatgpt-4o|gpt-5(\.\d)?-chat)/, tokens: 16_384 },
  { name: /^openai:gpt-4\.1/, tokens: 32_768 },
  { name: /^openai:o[134]/, tokens: 100_000 },
  { name: /^openai:gpt-5/, tokens: 128_000 },
  { name: /^anthropic:claude-3-(opus|sonnet|haiku)/, tokens: 4_096 },
  { name: /^anthropic:claude-3-5/, tokens: 8_192 },
  { name: /^anthropic:claude-opus-4(-[01])?(-\d{8})?$/, tokens: 32_000 },
  { name: /^anthropic:claude-(3-7|sonnet-4|haiku-4)/, tokens: 64_000 },
  { name: /^gemini:gemini-(1\.5|2\.0)/, tokens: 8_192 },
  { name: /^gemini:gemini-(2\.5|3)/, tokens: 65_536 },
  { name: /^deepseek:deepseek-chat/, tokens: 8_192 },
  { name: /^qwen:qwen-max/, tokens: 8_192 },
  { name: /^qwen:qwen-(plus|flash)/, tokens: 32_768 },
];

/** The most that a model, as `provider:model`, can write in one answer; undefined where that is not known. */
export function outputLimit(model: string): number | undefined {
  return limits.find(({ name }) => name.test(model))?.tokens;
}

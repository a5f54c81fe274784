import type { CallIdRule } from './call-ids.ts';
import { effortsNamed, everyEffort, noEffort } from './model-quirks.ts';
import type { VendorQuirks } from './model-quirks.ts';

const freeIds: CallIdRule = { refused: /(?!)/g, longest: 256 };

const thinkingOff = { thinking: { type: 'disabled' } };

/** What differs between vendors and between their models, by name (their documentation, November 2026). */
export const quirks = {
  openai: {
    // An id of more than 40 characters is refused; its form is free.
    callIds: { refused: /(?!)/g, longest: 40 },
    parts: ['audio', 'file'],
    embeddingBatch: 256,
    images: {
      form: { size: { square: '1024x1024', landscape: '1536x1024', portrait: '1024x1536' } },
      more: { quality: 'medium', output_format: 'png' },
    },
    models: [
      { name: /^/, quirks: { outputLimit: 'max_completion_tokens' } },
      { name: /^(gpt-[34]|chatgpt-4)/, quirks: { efforts: noEffort } },
      {
        name: /^(o\d|gpt-5(?!\.))/,
        quirks: { efforts: effortsNamed('low', 'low', 'medium', 'high') },
      },
      {
        // These reason unless told not to, and then refuse tools over Chat Completions.
        name: /^gpt-(5\.[4-9]|[6-9])/,
        quirks: { api: 'responses', whenOffered: { reasoning_effort: 'none' } },
      },
      {
        // Of these, the ones that cannot be told not to.
        name: /^gpt-(6-astra|6\.1-sol)|-pro\b/,
        quirks: {
          api: 'responses',
          whenOffered: undefined,
          efforts: effortsNamed('low', 'low', 'medium', 'high'),
        },
      },
      { name: /^gpt-5-pro\b/, quirks: { efforts: noEffort } },
      { name: /codex|deep-research/, quirks: { api: 'responses' } },
    ],
  },
  deepseek: {
    callIds: freeIds,
    models: [
      {
        name: /^/,
        quirks: {
          json: 'json_object',
          reasoningBack: 'turns with calls',
          // It thinks unless told not to, and then refuses to be forced.
          whenForced: thinkingOff,
          efforts: { ...effortsNamed('low', 'low', 'high', 'high'), none: thinkingOff },
        },
      },
    ],
  },
  qwen: {
    callIds: freeIds,
    parts: ['audio'],
    parsesArguments: true,
    embeddingBatch: 10,
    errors: {
      // A limit of tokens a minute, whatever OpenAI means by it.
      insufficient_quota: 'rate_limited',
      Arrearage: 'unauthorized',
      data_inspection_failed: 'content_filter',
    },
    models: [
      {
        name: /^/,
        quirks: {
          json: 'json_object',
          streamOnly: 'with reasoning',
          whenWhole: { enable_thinking: false },
          whenForced: { enable_thinking: false },
          whenFormed: { enable_thinking: false },
          efforts: {
            none: { enable_thinking: false },
            low: { enable_thinking: true, thinking_budget: 1024 },
            medium: { enable_thinking: true, thinking_budget: 8192 },
            high: { enable_thinking: true },
          },
        },
      },
      { name: /^qwen3\.8-max/, quirks: { json: 'json_schema' } },
      {
        name: /^qwq|-thinking|^qwen3\.8-2\.4t/,
        quirks: {
          streamOnly: 'all',
          force: 'words',
          whenWhole: undefined,
          whenFormed: undefined,
          efforts: noEffort,
        },
      },
    ],
  },
  kimi: {
    // Its own ids, `functions.name:index`, come back to it as they were, in every turn anew.
    callIds: { ...freeIds, repeats: true },
    errors: {
      exceeded_current_quota_error: 'unauthorized',
      engine_overloaded_error: 'rate_limited',
    },
    models: [
      { name: /^moonshot-/, quirks: { json: 'json_object', efforts: noEffort } },
      {
        name: /^kimi-/,
        quirks: {
          outputLimit: 'max_completion_tokens',
          reasoningBack: 'turns with calls',
          efforts: noEffort,
        },
      },
      {
        // These think unless told not to, and then refuse to be forced.
        name: /^kimi-k2\.[56]\b/,
        quirks: { whenForced: thinkingOff, efforts: { ...noEffort, none: thinkingOff } },
      },
      // These cannot be told not to.
      { name: /^kimi-k2(\.7|-thinking)/, quirks: { force: 'words' } },
      {
        name: /^kimi-k([3-9]|\d\d)/,
        quirks: { reasoningBack: 'all', efforts: effortsNamed('low', 'low', 'high', 'high') },
      },
    ],
  },
  grok: {
    callIds: freeIds,
    images: {
      form: { aspect_ratio: { square: '1:1', landscape: '3:2', portrait: '2:3' } },
      more: { response_format: 'b64_json' },
    },
    reasoningOutside: true,
    models: [
      { name: /^/, quirks: { outputLimit: 'max_completion_tokens', efforts: noEffort } },
      { name: /^grok-3-mini/, quirks: { efforts: effortsNamed('low', 'low', 'high', 'high') } },
      { name: /^grok-(4\.3|latest)/, quirks: { efforts: everyEffort } },
      // These reason always.
      {
        name: /^grok-(4\.[5-9]|[5-9])/,
        quirks: { efforts: effortsNamed('low', 'low', 'medium', 'high') },
      },
    ],
  },
  ollama: {
    callIds: freeIds,
    parsesArguments: true,
    embeddingBatch: 64,
    models: [{ name: /^/, quirks: { force: 'words' } }],
  },
  // A server that says of itself that it is OpenAI-compatible, of which nothing else is known.
  compatible: { callIds: freeIds, parsesArguments: true, embeddingBatch: 64, models: [] },
} as const satisfies Record<string, VendorQuirks>;

export type Vendor = keyof typeof quirks;

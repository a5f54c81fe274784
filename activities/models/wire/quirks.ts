import type { ReasoningEffort } from '../../../contracts/messages.ts';
import type { ErrorKinds } from '../errors/error-kinds.ts';
import type { CallIdRule } from './call-ids.ts';

/** Fields of a request's body, where vendors differ in more than a value. */
type Fields = Readonly<Record<string, unknown>>;

/** How one model of a vendor that speaks Chat Completions departs from the common form. */
export type ModelQuirks = {
  /** What the limit of output tokens is called. */
  outputLimit: 'max_tokens' | 'max_completion_tokens';
  /** False where a temperature is an error. */
  temperature: boolean;
  /** What asks for an effort of reasoning; the nearest that the model has. */
  efforts: Readonly<Record<ReasoningEffort, Fields>>;
  /** Whether a call is forced by `tool_choice`, or by words and by offering nothing else. */
  force: 'tool_choice' | 'words';
  /** Sent in place of an effort where a call is forced by `tool_choice`. */
  whenForced?: Fields | undefined;
  /** Sent in place of an effort where the answer has a form. */
  whenFormed?: Fields | undefined;
  /** Sent in place of an effort where tools are offered. */
  whenOffered?: Fields | undefined;
  /** Sent in place of an effort where the answer is not streamed. */
  whenWhole?: Fields | undefined;
  /** Which answers come only as a stream. */
  streamOnly: 'none' | 'with reasoning' | 'all';
  /** Whether the answer's form is given as a schema, or only as JSON with the schema in words. */
  json: 'json_schema' | 'json_object';
  /** Which of its turns the model wants back with their `reasoning_content`. */
  reasoningBack: 'none' | 'turns with calls' | 'all';
  /** OpenAI's API that serves the model whatever is asked of it. */
  api: 'chat' | 'responses';
};

export type VendorQuirks = {
  /** What holds for its models; all whose name matches apply, later ones over earlier ones. */
  models: readonly { name: RegExp; quirks: Partial<ModelQuirks> }[];
  callIds: CallIdRule;
  /** True where reasoning tokens are counted beside `completion_tokens`, not in them. */
  reasoningOutside?: true;
  /** Texts that one request for embeddings may have; left out where there are no embeddings. */
  embeddingBatch?: number;
  /** What its own error codes mean. */
  errors?: ErrorKinds;
};

const freeIds: CallIdRule = { refused: /(?!)/g, longest: 256 };

const noEffort = { none: {}, low: {}, medium: {}, high: {} };
const everyEffort = effortsNamed('none', 'low', 'medium', 'high');

const common: ModelQuirks = {
  outputLimit: 'max_tokens',
  temperature: true,
  efforts: everyEffort,
  force: 'tool_choice',
  streamOnly: 'none',
  json: 'json_schema',
  reasoningBack: 'none',
  api: 'chat',
};

const thinkingOff = { thinking: { type: 'disabled' } };

/** What differs between vendors and between their models, by name (their documentation, November 2026). */
export const quirks = {
  openai: {
    // An id of more than 40 characters is refused; its form is free.
    callIds: { refused: /(?!)/g, longest: 40 },
    embeddingBatch: 256,
    models: [
      { name: /^/, quirks: { outputLimit: 'max_completion_tokens' } },
      { name: /^(gpt-[34]|chatgpt-4)/, quirks: { efforts: noEffort } },
      {
        name: /^(o\d|gpt-5(?!\.))/,
        quirks: { efforts: effortsNamed('low', 'low', 'medium', 'high') },
      },
      // These take no temperature but their own.
      { name: /^(o\d|gpt-5(?!\.)|gpt-5\.[5-9]|gpt-[6-9])/, quirks: { temperature: false } },
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
          temperature: false,
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
    embeddingBatch: 64,
    models: [{ name: /^/, quirks: { force: 'words' } }],
  },
} as const satisfies Record<string, VendorQuirks>;

export type Vendor = keyof typeof quirks;

/** How a model of this vendor is to be asked; one that is not known is asked in the common form. */
export function quirksOf(vendor: VendorQuirks, model: string): ModelQuirks {
  const matching = vendor.models.filter(({ name }) => name.test(model));
  return Object.assign({}, common, ...matching.map((row) => row.quirks));
}

/** The efforts by their names at a vendor, from `none` up. */
function effortsNamed(none: string, low: string, medium: string, high: string) {
  return {
    none: { reasoning_effort: none },
    low: { reasoning_effort: low },
    medium: { reasoning_effort: medium },
    high: { reasoning_effort: high },
  };
}

import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import { carriedAll, inPlace, notPossible, translated } from './ways.ts';
import type { To, Way, Ways } from './ways.ts';

/** Who speaks: a provider, and of OpenAI each of its two APIs. */
export const dialects = [
  'openai',
  'openai-responses',
  'anthropic',
  'gemini',
  'deepseek',
  'qwen',
  'kimi',
  'grok',
  'ollama',
  'compatible',
  'demo',
] as const;
export type Dialect = (typeof dialects)[number];

/** What a dialect does with the parameters that are named; later rows over earlier ones, and all others are not possible. */
type Row = {
  dialect: Dialect;
  /** Of which models, and how they are called in the documentation; left out, of all. */
  models?: RegExp;
  shown?: string;
  ways: Ways;
};

const sampling = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'] as const;
const stops = (value: Json) => (Array.isArray(value) ? value : [value]);
const effort: Way = translated('the nearest');
const asEffort: Way = translated('`reasoning_effort`');
const asText: Way = translated('text');
const firstCall: Way = translated('one call handed on');

/** Where a model is held to the form of its answer anyway, and to that of its tools' arguments never. */
const strictForm: Way = {
  how: 'carried',
  as: 'of the form alone',
  to: (_value, { tools }) => (tools.some(({ strict }) => strict) ? undefined : {}),
};

/** Efforts, earlier refusals and single calls are a matter of how a request is built, everywhere. */
const everywhere: Ways = {
  parallel_tool_calls: firstCall,
  reasoning_effort: effort,
  refusal: asText,
  thinking: asEffort,
};

const openaiCache = carriedAll(
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'safety_identifier',
  'service_tier',
  'parallel_tool_calls',
);

/** Models of OpenAI that reason by themselves and take no sampling but their own. */
const reasoningOfOpenAI = /^(o\d|gpt-5(?!\.)|gpt-5\.[5-9]|gpt-[6-9])/;

/** What providers take (their documentation and packages, November 2026). */
export const parameterRows: readonly Row[] = [
  {
    dialect: 'openai',
    ways: {
      ...everywhere,
      ...carriedAll(...sampling, 'stop', 'seed', 'logit_bias', 'metadata', 'store', 'prediction'),
      ...carriedAll('verbosity'),
      ...openaiCache,
      name: inPlace,
      refusal: inPlace,
      strict: inPlace,
    },
  },
  {
    dialect: 'openai',
    models: /^(gpt-[34]|chatgpt-4|o\d)/,
    shown: 'gpt-3 and gpt-4 families, o series',
    ways: notPossible('verbosity'),
  },
  {
    dialect: 'openai',
    models: reasoningOfOpenAI,
    shown: 'o series, gpt-5, gpt-5.5 and later',
    ways: notPossible(...sampling, 'stop', 'logit_bias'),
  },
  {
    dialect: 'openai-responses',
    ways: {
      ...everywhere,
      ...carriedAll('metadata'),
      ...openaiCache,
      refusal: inPlace,
      strict: inPlace,
      verbosity: translated('`text.verbosity`', (verbosity) => ({ text: { verbosity } })),
      temperature: { how: 'carried', to: unlessThinking('temperature') },
      top_p: { how: 'carried', to: unlessThinking('top_p') },
    },
  },
  {
    dialect: 'openai-responses',
    models: /^(gpt-[34]|chatgpt-4|o\d)/,
    shown: 'gpt-3 and gpt-4 families, o series',
    ways: notPossible('verbosity'),
  },
  {
    dialect: 'openai-responses',
    models: reasoningOfOpenAI,
    shown: 'o series, gpt-5, gpt-5.5 and later',
    ways: notPossible('temperature', 'top_p'),
  },
  {
    dialect: 'anthropic',
    ways: {
      ...everywhere,
      stop: translated('`stop_sequences`', (value) => ({ stop_sequences: stops(value) })),
      safety_identifier: translated('`metadata.user_id`', (value) => ({
        metadata: { user_id: value },
      })),
      service_tier: translated('`auto` or `standard_only`', toAnthropicTier),
      parallel_tool_calls: translated('`tool_choice.disable_parallel_tool_use`'),
      cache_control: inPlace,
      strict: inPlace,
      thinking: inPlace,
    },
  },
  {
    dialect: 'gemini',
    ways: {
      ...everywhere,
      ...carriedAll('temperature', 'seed'),
      top_p: translated('`topP`', (topP) => ({ topP })),
      strict: strictForm,
      stop: translated('`stopSequences`', (value) => ({ stopSequences: stops(value) })),
      presence_penalty: translated('`presencePenalty`', (presencePenalty) => ({
        presencePenalty,
      })),
      frequency_penalty: translated('`frequencyPenalty`', (frequencyPenalty) => ({
        frequencyPenalty,
      })),
    },
  },
  {
    dialect: 'deepseek',
    ways: { ...everywhere, ...carriedAll(...sampling, 'stop'), thinking: ofType('thinking') },
  },
  {
    dialect: 'qwen',
    ways: {
      ...everywhere,
      ...carriedAll('temperature', 'top_p', 'presence_penalty', 'seed', 'stop'),
      ...carriedAll('parallel_tool_calls'),
    },
  },
  {
    dialect: 'qwen',
    models: /^qwen3\.8-max/,
    shown: 'qwen3.8-max',
    ways: { strict: strictForm },
  },
  {
    dialect: 'kimi',
    ways: {
      ...everywhere,
      ...carriedAll(...sampling, 'stop', 'prompt_cache_key', 'safety_identifier'),
      name: inPlace,
    },
  },
  {
    dialect: 'kimi',
    models: /^kimi-/,
    shown: 'kimi models',
    ways: { ...notPossible(...sampling), thinking: ofType('thinking'), strict: strictForm },
  },
  {
    dialect: 'grok',
    ways: {
      ...everywhere,
      ...carriedAll(...sampling, 'stop', 'seed', 'parallel_tool_calls'),
      name: inPlace,
      strict: strictForm,
    },
  },
  {
    dialect: 'grok',
    models: /^grok-(3-mini|[4-9]|latest)/,
    shown: 'grok-3-mini, grok-4 and later',
    ways: notPossible('stop', 'presence_penalty', 'frequency_penalty'),
  },
  {
    dialect: 'ollama',
    ways: { ...everywhere, ...carriedAll(...sampling, 'stop', 'seed'), strict: strictForm },
  },
  {
    dialect: 'compatible',
    ways: {
      ...everywhere,
      ...carriedAll(...sampling, 'stop', 'seed', 'parallel_tool_calls'),
      strict: strictForm,
    },
  },
  { dialect: 'demo', ways: { parallel_tool_calls: firstCall } },
];

/** What happens to each parameter that a model takes in some way. */
export function waysOf(dialect: Dialect, model: string): Ways {
  const rows = parameterRows.filter(
    (row) => row.dialect === dialect && (row.models?.test(model) ?? true),
  );
  return Object.assign({}, ...rows.map(({ ways }) => ways));
}

function unlessThinking(name: 'temperature' | 'top_p'): To {
  return (value, { reasoningEffort }) =>
    reasoningEffort === undefined || reasoningEffort === 'none' ? { [name]: value } : undefined;
}

/** Of what says how a model thinks, whether it does. */
function ofType(name: string): Way {
  const to = (value: Json) =>
    isJsonObject(value) && (value['type'] === 'enabled' || value['type'] === 'disabled')
      ? { [name]: { type: value['type'] } }
      : undefined;
  return { how: 'carried', as: '`thinking.type`', to };
}

function toAnthropicTier(tier: Json) {
  if (tier === 'default') return { service_tier: 'standard_only' };
  return tier === 'auto' || tier === 'priority' ? { service_tier: 'auto' } : undefined;
}

import type { Json } from '../base/json.ts';

/** What a request can say beside its messages, its tools and the form of its answer, as clients name it. */
export const parameterNames = [
  'cache_control',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'metadata',
  'n',
  'name',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'reasoning_effort',
  'refusal',
  'safety_identifier',
  'seed',
  'service_tier',
  'stop',
  'store',
  'strict',
  'temperature',
  'thinking',
  'top_logprobs',
  'top_p',
  'verbosity',
] as const;
export type ParameterName = (typeof parameterNames)[number];

/** What parameters are called in another API. */
export type ParameterNames = Partial<Record<ParameterName, string>>;

/** What a client has set, as it wrote it. */
export type Parameters = Partial<Record<ParameterName, Json>>;

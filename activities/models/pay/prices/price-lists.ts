import { z } from 'zod';
import { parseModelName } from '../../model-name.ts';
import type { Prices } from './prices.ts';
import type { PriceEntry } from './price-entry.ts';

/** What a list says of one model, in US dollars for a million tokens. */
type Listed = Omit<PriceEntry, 'tiers'> & {
  tiers?: { above: number; input: number; output?: number }[];
};

/** A list of prices that others keep, by how a model is called there. */
export type PriceList = { name: string; find(provider: string, model: string): Listed | undefined };

const perToken = z.number().nullish().catch(undefined);
const litellm = z.record(
  z.string(),
  z.looseObject({
    input_cost_per_token: perToken,
    output_cost_per_token: perToken,
    output_cost_per_reasoning_token: perToken,
    cache_read_input_token_cost: perToken,
    cache_creation_input_token_cost: perToken,
    input_cost_per_token_above_200k_tokens: perToken,
    output_cost_per_token_above_200k_tokens: perToken,
    /** In place of the others: the prices of whole calls, by how much input they have. */
    tiered_pricing: z
      .array(
        z.looseObject({
          range: z.tuple([z.number(), z.number()]),
          input_cost_per_token: z.number(),
          output_cost_per_token: perToken,
          cache_read_input_token_cost: perToken,
        }),
      )
      .min(1)
      .optional()
      .catch(undefined),
  }),
);

const modelsDev = z.record(
  z.string(),
  z.looseObject({
    models: z.record(
      z.string(),
      z.looseObject({
        cost: z
          .looseObject({
            input: z.number(),
            output: z.number(),
            cache_read: z.number().optional(),
            cache_write: z.number().optional(),
            reasoning: z.number().optional(),
            context_over_200k: z.looseObject({ input: z.number(), output: z.number() }).optional(),
          })
          .optional(),
      }),
    ),
  }),
);

/** How the lists call our providers. */
const names: Record<string, { litellm: string; modelsDev: string }> = {
  openai: { litellm: 'openai', modelsDev: 'openai' },
  anthropic: { litellm: 'anthropic', modelsDev: 'anthropic' },
  gemini: { litellm: 'gemini', modelsDev: 'google' },
  deepseek: { litellm: 'deepseek', modelsDev: 'deepseek' },
  qwen: { litellm: 'dashscope', modelsDev: 'alibaba' },
  kimi: { litellm: 'moonshot', modelsDev: 'moonshotai' },
  grok: { litellm: 'xai', modelsDev: 'xai' },
};

const aMillion = (cost: number | null | undefined) =>
  cost === null || cost === undefined ? undefined : Number((cost * 1e6).toFixed(6));

/**
 * Reads a list in the form of LiteLLM (`model_prices_and_context_window.json`) or of models.dev (`api.json`).
 * @throws where it is neither.
 */
export function readPriceList(name: string, body: unknown): PriceList {
  const ofModelsDev = modelsDev.safeParse(body);
  if (ofModelsDev.success) {
    return {
      name,
      find(provider, model) {
        const { cost } = ofModelsDev.data[names[provider]?.modelsDev ?? '']?.models[model] ?? {};
        if (!cost) return undefined;
        const above = cost.context_over_200k;
        return {
          input: cost.input,
          output: cost.output,
          cachedInput: cost.cache_read,
          cacheWrite: cost.cache_write,
          thinkingOutput: cost.reasoning,
          ...(above && { tiers: [{ above: 200_000, input: above.input, output: above.output }] }),
        };
      },
    };
  }
  const entries = litellm.parse(body);
  return {
    name,
    find(provider, model) {
      const listed = entries[`${names[provider]?.litellm}/${model}`] ?? entries[model];
      const [first, ...others] = listed?.tiered_pricing ?? [];
      const base = first ?? listed;
      const input = aMillion(base?.input_cost_per_token);
      if (!listed || !base || input === undefined) return undefined;
      const above200k = {
        range: [200_000],
        input_cost_per_token: listed.input_cost_per_token_above_200k_tokens,
        output_cost_per_token: listed.output_cost_per_token_above_200k_tokens,
      };
      const tiers = (first ? others : [above200k]).flatMap((tier) => {
        const above = aMillion(tier.input_cost_per_token);
        const output = aMillion(tier.output_cost_per_token);
        if (above === undefined) return [];
        return [
          { above: tier.range[0] ?? 0, input: above, ...(output !== undefined && { output }) },
        ];
      });
      return {
        input,
        output: aMillion(base.output_cost_per_token),
        cachedInput: aMillion(base.cache_read_input_token_cost),
        cacheWrite: aMillion(listed.cache_creation_input_token_cost),
        thinkingOutput: aMillion(listed.output_cost_per_reasoning_token),
        ...(tiers.length > 0 && { tiers }),
      };
    },
  };
}

export type PriceDifference = {
  model: string;
  list: string;
  /** `input`, `cachedInput`, …, or one of a tier, such as `input above 200000`. */
  price: string;
  ours: string;
  theirs: string;
};

const kinds = ['input', 'cachedInput', 'cacheWrite', 'output', 'thinkingOutput'] as const;

/** Where the prices of models are others than those of the lists; what a list does not say is no difference. */
export function priceDifferences(
  models: readonly string[],
  { prices, lists, at }: { prices: Prices; lists: readonly PriceList[]; at: Date },
): PriceDifference[] {
  return models.flatMap((model) => {
    const parsed = parseModelName(model);
    const ours = prices.unitPrices(model, at);
    if (!parsed) return [];
    return lists.flatMap((list): PriceDifference[] => {
      const theirs = list.find(parsed.provider, parsed.model);
      if (!theirs) return [];
      const told = (price: string, own: string | undefined, other: number | string | undefined) =>
        other === undefined || Number(own ?? Number.NaN) === Number(other)
          ? []
          : [{ model, list: list.name, price, ours: own ?? 'unknown', theirs: String(other) }];
      const tiers = theirs.tiers ?? [];
      return [
        ...kinds.flatMap((kind) => {
          const same = kind === 'thinkingOutput' ? ours?.rates.output : undefined;
          return told(kind, (ours?.rates[kind] ?? same)?.toFixed(), theirs[kind] as number);
        }),
        ...tiers.flatMap(({ above, input, output }) => {
          const rates = ours?.tiers.find((tier) => tier.above === above)?.rates;
          return [
            ...told(`input above ${above}`, rates?.input?.toFixed(), input),
            ...told(`output above ${above}`, rates?.output?.toFixed(), output),
          ];
        }),
      ];
    });
  });
}

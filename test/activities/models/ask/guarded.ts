import { createEmbed, createGenerateImage } from '../../../../activities/models/ask/named-model.ts';
import { createFailover } from '../../../../activities/models/ask/failover.ts';
import { createModelGuards } from '../../../../activities/models/ask/model-guard.ts';
import { createChoice } from '../../../../activities/models/deployments/choose.ts';
import { createMemoryStore } from '../../../../activities/models/limits/memory-store.ts';
import type { LimitStore } from '../../../../activities/models/limits/limit-store.ts';
import type { ModelLimits } from '../../../../activities/models/limits/model-limits.ts';
import type { ModelProvider } from '../../../../activities/models/provider.ts';

/** The router's way to models, over providers in this process: each serves the models that begin with its name. */
export function guarded(
  providers: Record<string, ModelProvider>,
  options: {
    limits?: Partial<ModelLimits>;
    store?: LimitStore;
    maximumWaitMs?: number;
    answerMs?: number;
    idleMs?: number;
  } = {},
) {
  const { limits = {}, store = createMemoryStore(), maximumWaitMs = 5_000 } = options;
  const { answerMs = 120_000, idleMs = 60_000 } = options;
  const guards = createModelGuards({ rules: [{ pattern: '*', limits }], store, downMs: 60_000 });
  const settings = {
    resolve(name: string) {
      const [provider = '', model = ''] = name.split(':');
      const served = providers[provider];
      return served
        ? { name: `${provider}:${model}` as const, provider: served, model }
        : { missing: `no provider named ${provider}` };
    },
    guardOf: guards.of,
    choose: createChoice('weighted'),
    deadlines: { answerMs, idleMs },
    maximumWaitMs,
    backoffMs: 500,
  };
  return {
    chat: createFailover(settings),
    embed: createEmbed(settings),
    generateImage: createGenerateImage(settings),
    guards,
  };
}

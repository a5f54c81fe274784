import { createDependencies } from '../../../activities/index.ts';
import type { Dependencies } from '../../../activities/dependencies.ts';
import { windowsEnvironment } from '../../../activities/models/turn/context/env.ts';
import { modelWindows } from '../../../activities/models/turn/context/model-windows.ts';
import { createModelCallers } from '../../../activities/models/create-model-caller.ts';
import { modelEnvironment } from '../../../activities/models/env.ts';
import { limitsEnvironment } from '../../../activities/models/limits/env.ts';
import { createPrices } from '../../../activities/models/pay/prices/prices.ts';
import { answerByRule } from '../../../activities/trading/demo/index.ts';
import { createModelRouter } from '../../../activities/models/ask/create-router.ts';
import { describeModels } from '../../../activities/models/ask/model-directory.ts';
import { plannersIn } from '../../../activities/planning/planners.ts';
import { createToolExecutor } from '../../../activities/tools/create-executor.ts';
import { createToolRateLimiter } from '../../../activities/tools/steps/rate-limit.ts';
import type { ToolExecutor } from '../../../activities/tool-kit/executor.ts';
import type { Tool } from '../../../activities/tool-kit/tool.ts';
import { createMemoryBus } from '../../../bus/create-bus.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import type { Database } from '../../../db/open.ts';
import { orderEffects } from '../../../db/trading/order-effects.ts';
import { lexicalMemory } from '../../support/memory.ts';
import { noSenders } from '../../support/senders.ts';
import { testKeyring } from '../../support/keyring.ts';

/**
 * What activities work with, as a worker has it, with models that a server plays.
 * @param given.url of a server that speaks OpenAI's Chat Completions.
 */
export async function scriptedDependencies(given: {
  db: Database;
  url: string;
  tools: Tool<object>[];
  /** Runs tools in place of one with these. */
  executor?: ToolExecutor | undefined;
  /** The folder of planners. */
  planners?: string | undefined;
  /** As BATON_MODEL_WINDOWS has them. */
  windows?: string | undefined;
  /** Calls that a model takes at once, and how long another one waits for it before it is sent away. */
  atOnce?: number | undefined;
  maximumWaitMs?: number | undefined;
}): Promise<Dependencies> {
  const {
    db,
    url,
    tools,
    executor,
    planners = '',
    windows = '',
    atOnce = 100,
    maximumWaitMs,
  } = given;
  const keys = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url };
  const limits = {
    BATON_MODEL_LIMITS: `*=rpm:1000000,tpm:1000000000,concurrency:${atOnce}`,
  };
  const router = await createModelRouter(
    {
      ...readEnvironment(modelEnvironment, keys),
      ...readEnvironment(limitsEnvironment, limits),
    },
    { demo: answerByRule, ...(maximumWaitMs !== undefined && { maximumWaitMs }) },
  );
  const { BATON_MODEL_WINDOWS: own } = readEnvironment(windowsEnvironment, {
    BATON_MODEL_WINDOWS: windows,
  });
  return createDependencies({
    db,
    keyring: testKeyring,
    models: { ...describeModels(router, {}), defaultChain: router.defaultChain },
    windows: modelWindows(own),
    ...createModelCallers({ router, db, prices: createPrices() }),
    memory: lexicalMemory(db),
    bus: createMemoryBus(),
    tools:
      executor ??
      createToolExecutor<object>({
        tools,
        services: {},
        terms: { plan: 'premium' },
        switches: { aiTrading: true },
        rateLimiter: createToolRateLimiter(),
        log: () => undefined,
      }),
    resolveEffects: [orderEffects(db)],
    planners: plannersIn(planners),
    senders: noSenders,
  });
}

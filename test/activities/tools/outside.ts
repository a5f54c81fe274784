import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { catalogEnvironment } from '../../../activities/catalog/env.ts';
import type { MomentNamed } from '../../../activities/base/moment-of-run.ts';
import type { Services as CatalogServices } from '../../../activities/catalog/services.ts';
import { toolSettings } from '../../../activities/catalog/settings.ts';
import type { ToolModels } from '../../../activities/services/tool-models.ts';
import type { Payer } from '../../../activities/tool-kit/executor.ts';
import type { Tool } from '../../../activities/tool-kit/tool.ts';
import { createToolExecutor } from '../../../activities/tools/create-executor.ts';
import { createToolRateLimiter } from '../../../activities/tools/steps/rate-limit.ts';
import { tradingEnvironment } from '../../../activities/trading/env.ts';
import type { Services as TradingServices } from '../../../activities/trading/services.ts';
import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import type { Moment } from '../../../contracts/tools/moment.ts';
import { openServices } from '../../../workers/compose/services.ts';
import { openResearch } from '../../../workers/compose/trading/research.ts';

/** What all the tools of Baton work with. */
export type Services = CatalogServices & TradingServices;

const outsideEnvironment = z.object({
  ...catalogEnvironment.shape,
  ...tradingEnvironment.shape,
});

/** The services as these settings have them, without models unless they are given. */
export async function outsideServices(
  settings: Record<string, string> = {},
  models?: ToolModels,
  store: (artifact: { id: string; content: Json }) => void = () => undefined,
): Promise<
  CatalogServices & Pick<TradingServices, 'backtests' | 'forecastsOn' | 'explainWithModel'>
> {
  const environment = outsideEnvironment.parse(settings);
  const services = await openServices({
    environment,
    models,
    artifacts: { store: async (artifact) => store(artifact) },
    emitEvent: async () => ({ started: [], received: [] }),
    authoring: {
      parts: async () => ({ tools: [], agents: {}, pipelines: [] }),
      check: async () => ({ problems: [], warnings: [] }),
    },
  });
  const { network, language } = services;
  return {
    ...services,
    ...openResearch(environment, network),
    explainWithModel: environment.BATON_EXPLAIN_WITH_MODEL ? language : undefined,
  };
}

let calls = 0;

/** One tool behind the executor, with services as the settings have them and others in their place. */
export async function toolOf(
  tool: Tool<Services>,
  options: {
    settings?: Record<string, string>;
    services?: Partial<Services>;
    models?: ToolModels;
    momentNamed?: MomentNamed;
    store?: (artifact: { id: string; content: Json }) => void;
  } = {},
) {
  const { settings, models, store } = options;
  const outside = await outsideServices(settings, models, store);
  onTestFinished(() => outside.network.close());
  const tools = createToolExecutor({
    tools: [tool],
    services: { ...outside, ...options.services } as Services,
    terms: { plan: 'premium' },
    settings: await toolSettings(outsideEnvironment.parse(settings ?? {}), models),
    switches: {},
    momentNamed: options.momentNamed,
    rateLimiter: createToolRateLimiter(),
    log: () => undefined,
  });
  const { name } = tool;
  /** Answers anew each time: neither the cache nor a limit of an earlier call counts. */
  async function run(
    args: Json,
    {
      key = `key-${(calls += 1)}`,
      payer = undefined as Payer | undefined,
      ms = 20_000,
      mayHaveRun = false,
      moment = undefined as Moment | undefined,
    } = {},
  ): Promise<JsonObject> {
    const answer = await tools.run({
      tool: name,
      args,
      key,
      runId: 'run',
      user: `user-${(calls += 1)}`,
      signal: AbortSignal.timeout(ms),
      mayHaveRun,
      once: false,
      moment,
      ...(payer && { payer: async () => payer }),
    });
    if (answer.status === 'waiting') throw new Error(`it waits: ${answer.reason}`);
    return answer.output as JsonObject;
  }
  return { spec: tools.find(name)!, run };
}

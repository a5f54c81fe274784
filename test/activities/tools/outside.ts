import { onTestFinished } from 'vitest';
import { createToolExecutor } from '../../../activities/tools/create-executor.ts';
import { outsideEnvironment } from '../../../activities/services/outside-env.ts';
import { createOutsideServices } from '../../../activities/services/outside-services.ts';
import type { OutsideServices, ToolModels } from '../../../activities/services/outside-services.ts';
import type { Payer } from '../../../activities/tool-kit/executor.ts';
import type { Services } from '../../../activities/services/services.ts';
import { createToolRateLimiter } from '../../../activities/tools/steps/rate-limit.ts';
import { toolSettings } from '../../../activities/services/tool-settings.ts';
import type { Tool } from '../../../activities/tool-kit/tool.ts';
import type { Json, JsonObject } from '../../../contracts/base/json.ts';

/** The services as these settings have them, without models unless they are given. */
export async function outsideServices(
  settings: Record<string, string> = {},
  models?: ToolModels,
  store: (artifact: { id: string; content: Json }) => void = () => undefined,
): Promise<OutsideServices> {
  return createOutsideServices({
    environment: outsideEnvironment.parse(settings),
    models,
    artifacts: { store: async (artifact) => store(artifact) },
  });
}

let calls = 0;

/** One tool behind the executor, with services as the settings have them and others in their place. */
export async function toolOf(
  tool: Tool<Services>,
  options: {
    settings?: Record<string, string>;
    services?: Partial<Services>;
    models?: ToolModels;
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
    aiTrading: true,
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
      ...(payer && { payer: async () => payer }),
    });
    if (answer.status === 'waiting') throw new Error(`it waits: ${answer.reason}`);
    return answer.output as JsonObject;
  }
  return { spec: tools.find(name)!, run };
}

import { createModelRouter } from '../../activities/models/ask/create-router.ts';
import { describeModels } from '../../activities/models/ask/model-directory.ts';
import { observedProvider } from '../../activities/models/ask/observation/observed-provider.ts';
import { publishModelStates } from '../../activities/models/ask/publish-states.ts';
import { readDeployments } from '../../activities/models/deployments/read-deployments.ts';
import { createModelCallers } from '../../activities/models/create-model-caller.ts';
import { readOwnPrices } from '../../activities/models/pay/prices/own-prices.ts';
import { createPrices } from '../../activities/models/pay/prices/prices.ts';
import type { KeepRequest } from '../../activities/models/requests/keep-requests.ts';
import { openRedis } from '../../bus/open-redis.ts';
import type { Database } from '../../db/open.ts';
import { modelStateRepository } from '../../db/repositories/models/model-states.ts';
import type { Redactor } from '../../telemetry/redactor.ts';
import type { ActivityEnvironment } from './settings.ts';
import { domains } from './domains.ts';

/** The models of the settings: their router, what calls go through before it, and what the API is to know of them. */
export async function openModels(options: {
  environment: ActivityEnvironment;
  db: Database;
  redactor: Redactor;
  /** Given each call of a model when it ends. */
  keep: KeepRequest | undefined;
  log: (event: object) => void;
  onError: (error: unknown) => void;
}) {
  const { environment, db, redactor, keep, log, onError } = options;
  const { BATON_PRICES: pricesFile } = environment;
  const deployments = await readDeployments(environment.BATON_DEPLOYMENTS, process.env);
  const prices = createPrices({
    ...(pricesFile && { own: await readOwnPrices(pricesFile) }),
    ...deployments,
  });
  // A server that hangs must not hold calls up: each process then counts for itself.
  const redis = environment.REDIS_URL
    ? openRedis(environment.REDIS_URL, onError, { commandTimeout: 1_000 })
    : undefined;
  const isContentRecorded = environment.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT;
  const [demo] = await Promise.all(domains.flatMap((domain) => domain.demo?.() ?? []));
  const router = await createModelRouter(environment, {
    redis,
    demo,
    deployments,
    observe: (provider) =>
      observedProvider(provider, isContentRecorded ? { redact: redactor.text } : {}),
  });
  const chain = [...router.defaultChain];
  const callers = createModelCallers({ router, db, prices, log, keep });
  const { callModel, generateImage } = callers;
  const { defaultChain, missing } = router;
  return {
    /** What activities call them with. */
    callers,
    defaultChain,
    directory: describeModels(router, environment.BATON_MODEL_ALIASES, deployments),
    /** The chain for those who name none. */
    summary: {
      chain,
      demo: chain.every((name) => name.startsWith('demo:')),
      missing: missing(chain),
    },
    ofTools: { callModel, generateImage, defaultChain, missing, keys: environment },
    /** Tells the API by and by how they stand, until it is stopped. */
    publishStates: () => publishModelStates({ router, states: modelStateRepository(db), onError }),
    close: () => redis?.disconnect(),
  };
}

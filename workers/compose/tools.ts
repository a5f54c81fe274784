import type { Redis } from 'ioredis';
import { catalog } from '../../activities/catalog/index.ts';
import type { Services } from '../../activities/catalog/services.ts';
import { toolSettings } from '../../activities/catalog/settings.ts';
import type { CatalogEnvironment } from '../../activities/catalog/env.ts';
import type { ToolModels } from '../../activities/services/tool-models.ts';
import type { MomentNamed } from '../../activities/base/moment-of-run.ts';
import type { Tool } from '../../activities/tool-kit/tool.ts';
import { createToolAudit } from '../../activities/tools/audit.ts';
import { createToolExecutor } from '../../activities/tools/create-executor.ts';
import type { ToolLogEntry } from '../../activities/tools/create-executor.ts';
import { switchesOf } from '../../activities/tools/env.ts';
import type { ToolsEnvironment } from '../../activities/tools/env.ts';
import { createToolRateLimiter } from '../../activities/tools/steps/rate-limit.ts';
import type { ToolRateLimiter } from '../../activities/tools/steps/rate-limit.ts';
import { createUserTerms } from '../../activities/tools/user-terms.ts';
import type { Database } from '../../db/open.ts';
import { toolCallRepository } from '../../db/repositories/catalog/tool-calls.ts';
import { userRepository } from '../../db/repositories/catalog/users.ts';
import type { Redactor } from '../../telemetry/redactor.ts';

/**
 * The executor over the tools of domains and those of the catalog, and the audit of what they do.
 * @param options.models that tools may ask; left out, none.
 */
export async function openTools(options: {
  db: Database;
  environment: CatalogEnvironment & ToolsEnvironment;
  /** The tools of domains, with what they work with. */
  ofDomains: readonly Tool<unknown>[];
  services: Services;
  models?: ToolModels;
  momentNamed?: MomentNamed;
  redis: Redis | undefined;
  /** @default one of each tool's own limits */
  rateLimiter?: ToolRateLimiter | undefined;
  /** Takes secrets out of the audit log; left out, one that knows the environment of the process. */
  redactor?: Redactor;
  log: (entry: ToolLogEntry) => void;
  onError: (error: unknown) => void;
}) {
  const { db, environment, ofDomains, services, models, redis, redactor, log, onError } = options;
  const audit = createToolAudit({ calls: toolCallRepository(db), onError });
  const executor = createToolExecutor({
    tools: [...ofDomains, ...catalog],
    services,
    terms: {
      plan: environment.BATON_PLAN,
      allowedTools: environment.BATON_ALLOWED_TOOLS,
      sideEffects: environment.BATON_AGENT_SIDE_EFFECTS,
    },
    settings: await toolSettings(environment, models),
    switches: switchesOf(environment),
    userTerms: createUserTerms({
      users: userRepository(db),
      defaults: { plan: environment.BATON_PLAN, switches: switchesOf(environment) },
    }),
    momentNamed: options.momentNamed,
    rateLimiter: options.rateLimiter ?? createToolRateLimiter({ redis }),
    cacheBytes: environment.BATON_TOOL_CACHE_MB * 1024 * 1024,
    audit,
    ...(redactor && { redactor }),
    log,
  });
  return { executor, stop: () => audit.stop() };
}

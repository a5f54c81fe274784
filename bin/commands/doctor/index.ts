import { EnvironmentProblem } from '../../../contracts/base/read-environment.ts';
import { reasonOf } from '../../client/finding.ts';
import type { Check, Environment, Finding } from '../../client/finding.ts';
import { agents } from './agents.ts';
import { dataFolder, dependencies, environment, node } from './machine.ts';
import { domains } from '../../domains.ts';
import { models } from './models.ts';
import { memory } from './memory.ts';
import { oidc } from './oidc.ts';
import { database, redis, temporal } from './outside.ts';
import { server } from './server.ts';
import { temporalCli } from './temporal-cli.ts';
import { tools } from './tools.ts';

export type { Finding } from '../../client/finding.ts';

const checks: Check[] = [
  node,
  dependencies,
  environment,
  dataFolder,
  server,
  temporal,
  temporalCli,
  database,
  redis,
  oidc,
  memory,
  models,
  tools,
  agents,
];

/** Looks at everything that Baton needs, all at once; the findings are in a fixed order. */
export async function diagnose(env: Environment): Promise<Finding[]> {
  const ofDomains = await Promise.all(domains.map((domain) => domain.checks()));
  const findings = await Promise.all(
    [...checks, ...ofDomains.flat()].map(async ({ what, run }) => {
      try {
        return await run(env);
      } catch (error) {
        // The check of the settings tells of all of them.
        if (error instanceof EnvironmentProblem && what !== environment.what) return [];
        const detail = error instanceof Error ? error.message : reasonOf(error);
        return [{ status: 'fail' as const, what, detail }];
      }
    }),
  );
  return findings.flat();
}

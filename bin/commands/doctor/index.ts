import { EnvironmentProblem } from '../../../contracts/base/read-environment.ts';
import { reasonOf } from './finding.ts';
import type { Check, Environment, Finding } from './finding.ts';
import { agents } from './agents.ts';
import { dataFolder, dependencies, environment, node } from './machine.ts';
import { clickHouse, fmp } from '../../trading/doctor/market-services.ts';
import { market } from '../../trading/doctor/market.ts';
import { models } from './models.ts';
import { memory } from './memory.ts';
import { database, redis, temporal } from './outside.ts';
import { server } from './server.ts';
import { temporalCli } from './temporal-cli.ts';
import { tools } from './tools.ts';

export type { Finding } from './finding.ts';

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
  memory,
  models,
  tools,
  agents,
  market,
  fmp,
  clickHouse,
];

/** Looks at everything that Baton needs, all at once; the findings are in a fixed order. */
export async function diagnose(env: Environment): Promise<Finding[]> {
  const findings = await Promise.all(
    checks.map(async ({ what, run }) => {
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

import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { z } from 'zod';
import { EnvironmentProblem, readEnvironment } from '../contracts/base/read-environment.ts';
import { temporalEnvironment } from '../contracts/temporal/temporal.ts';
import { createDataConverter } from '../keys/data-converter.ts';
import { keysEnvironment } from '../keys/env.ts';
import { temporalConnection } from '../keys/temporal-connection.ts';
import { replayOpenRuns } from './replay-open-runs.ts';
import { bundleWorkflows } from './workflow-bundle.ts';

/** How many are replayed. */
const most = 1_000;

const checkEnvironment = z.object({
  ...temporalEnvironment.shape,
  TEMPORAL_ADDRESS: temporalEnvironment.shape.TEMPORAL_ADDRESS.unwrap(),
  BATON_KEYS: keysEnvironment.shape.BATON_KEYS.unwrap(),
});

/**
 * Before a deploy: replays open runs against this build, and says which it cannot continue.
 * @returns the exit code: 1 where there are such.
 */
async function main(): Promise<number> {
  const environment = readEnvironment(checkEnvironment, process.env);
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const logger = new DefaultLogger('ERROR');
  const dataConverter = createDataConverter(environment.BATON_KEYS);
  const connection = await Connection.connect(temporalConnection(environment));
  try {
    const { TEMPORAL_NAMESPACE: namespace } = environment;
    const { replayed, hasMore, broken } = await replayOpenRuns({
      client: new Client({ connection, namespace, dataConverter }),
      dataConverter,
      workflowBundle: await bundleWorkflows(logger),
      most,
    });
    for (const { workflowId, problem } of broken) console.log(`${workflowId}: ${problem}`);
    const left = hasMore ? ' (only the newest; others were not checked)' : '';
    const cannot = broken.length > 0 ? `; this build cannot continue ${broken.length}` : '';
    console.log(
      `Replayed ${replayed} open workflows without a build of their own${left}${cannot}.`,
    );
    return broken.length > 0 ? 1 : 0;
  } finally {
    await connection.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof EnvironmentProblem ? error.message : error);
  process.exitCode = 2;
}

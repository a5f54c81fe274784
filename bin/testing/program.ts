import { Client, Connection } from '@temporalio/client';
import { readEnvironment } from '../../contracts/base/read-environment.ts';
import { loadDrizzleQuickly } from '../../db/quick-drizzle.ts';
import { createDataConverter } from '../../keys/data-converter.ts';
import { openKeyFile } from '../../keys/key-file.ts';
import { startEnvironment } from '../start/env.ts';
import type { SkipTime } from './open-test-baton.ts';

// A Baton of the test kit: as `baton start`, with workflows whose time can jump.

const environment = readEnvironment(startEnvironment, process.env);

/** Has a run and all that it started skip ahead. */
async function skip({ runId, ms }: SkipTime): Promise<void> {
  const { BATON_TEMPORAL_PORT: port, TEMPORAL_NAMESPACE: namespace, BATON_DATA } = environment;
  const connection = await Connection.connect({ address: `127.0.0.1:${port}` });
  try {
    const dataConverter = createDataConverter(await openKeyFile(BATON_DATA));
    const { workflow } = new Client({ connection, namespace, dataConverter });
    const inside = `WorkflowId STARTS_WITH "${runId}/" AND ExecutionStatus = "Running"`;
    const ids = [runId];
    for await (const { workflowId } of workflow.list({ query: inside })) ids.push(workflowId);
    await Promise.all(ids.map((id) => workflow.getHandle(id).signal('batonSkipTime', ms)));
  } finally {
    await connection.close();
  }
}

process.on('message', (asked: SkipTime) => {
  skip(asked).then(
    () => process.send?.({ skipped: asked.number }),
    (error: Error) => process.send?.({ skipped: asked.number, problem: error.message }),
  );
});

loadDrizzleQuickly();
const { start } = await import('../start.ts');
await start({ skipsTime: true });

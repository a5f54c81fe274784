import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Context } from '@temporalio/activity';
import { findFreePort } from '../../bin/start/ports.ts';
import { startTemporalServer } from '../../bin/temporal/server.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import { buildWebApp, isWebAppCurrent } from '../../web/build/build.ts';
import { bundleWorkflows } from '../../workers/workflow-bundle.ts';
import type { Bench } from '../measurement.ts';
import { logger } from '../support/logger.ts';
import { noOpActivities } from '../support/no-op-activities.ts';
import { serveNamespace } from '../support/serve-namespace.ts';
import type { Site } from './browser.ts';
import { usualPipeline } from './documents.ts';
import { compile } from './records.ts';
import type { WebServerSettings, Work } from './serve.ts';

const apiKey = 'a-key-for-the-bench';

export type BenchSite = Site & {
  /** Lets the live run do its steps; settles when they are done. */
  work(work: Work): Promise<void>;
};

/** The built web app and its API, with a run under way whose first node never ends by itself. */
export async function startSite(
  { binary, folder, cleanup }: Bench,
  { runs, steps }: Pick<WebServerSettings, 'runs' | 'steps'>,
): Promise<BenchSite> {
  if (!(await isWebAppCurrent())) await buildWebApp();
  const temporal = await startTemporalServer({ binary, folder, port: await findFreePort() });
  cleanup.add(temporal.stop);
  const client = await serveNamespace(cleanup, {
    address: temporal.address,
    namespace: 'default',
    activities: noOpActivities(runWithoutEnd),
    queues: ['workflows', 'tools'],
    workflowBundle: bundleWorkflows(logger),
  });
  const compiled = await compile(usualPipeline);
  await client.workflow.start('runPipeline', {
    workflowId: runs.live,
    taskQueue: taskQueues.workflows,
    args: [{ runId: runs.live, path: '', compiled, input: {}, depth: 0 }],
  });
  const server = fork(fileURLToPath(new URL('serve.ts', import.meta.url)));
  cleanup.add(() => server.kill('SIGKILL'));
  const settings = { temporalAddress: temporal.address, apiKey, runs, steps };
  server.send(settings satisfies WebServerSettings);
  const [url] = (await once(server, 'message')) as [string];
  return {
    url,
    apiKey,
    async work(work) {
      server.send(work);
      await once(server, 'message');
    },
  };
}

/** A tool that says that it is at work until its worker stops. */
async function runWithoutEnd(): Promise<never> {
  for (;;) {
    Context.current().heartbeat();
    await Context.current().sleep(1_000);
  }
}

import { createMemoryBus } from '../../../bus/create-bus.ts';
import { tellRuns } from '../../../bus/tell-runs.ts';
import { runChannel } from '../../../contracts/runs/events.ts';
import type { StreamEvent } from '../../../contracts/runs/events.ts';
import { openDatabase } from '../../../db/open.ts';
import { stepRepository } from '../../../db/repositories/runs/steps.ts';
import { tellingSteps } from '../../../db/telling.ts';
import { openTestApp } from './app.ts';
import { unreachable } from './fake-temporal.ts';
import { testSealer } from '../../support/keyring.ts';

/** Where the records are, and the port to serve them on. */
export type ServerSettings = { url?: string; dataFolder?: string; port: number };

/** What the process is told to do, in place of the workers that would. */
export type ServerTask =
  | { do: 'start-run' }
  | { do: 'run-step'; runId: string; step: string }
  | { do: 'publish'; event: StreamEvent & { runId: string } };

/** Serves the API as a process of its own, to be killed; Temporal is away. It answers each task with a message. */
async function serve({ port, ...records }: ServerSettings): Promise<void> {
  const database = await openDatabase({ ...records, sealer: testSealer });
  const bus = createMemoryBus();
  const { app, temporal, post } = await openTestApp({ database, bus });
  temporal.failure = unreachable;
  const steps = tellingSteps(stepRepository(database.db), tellRuns(bus));

  const tasks = {
    async 'start-run'() {
      const run = { pipeline: 'price-check', input: { symbol: 'SPX' } };
      return (await post('/api/v1/runs', run)).body.id as string;
    },
    async 'run-step'({ runId, step }: Extract<ServerTask, { do: 'run-step' }>) {
      const key = { runId, nodePath: 'price', step };
      await steps.start(key, { kind: 'tool', name: 'get_price', label: step, attempt: 1 });
      await steps.finish(key, { status: 'completed', output: { price: 1 } });
      return step;
    },
    async publish({ event }: Extract<ServerTask, { do: 'publish' }>) {
      bus.publish(runChannel(event.runId), event);
      return '';
    },
  };
  process.on('message', (task: ServerTask) => {
    void tasks[task.do](task as never).then((answer) => process.send?.(answer));
  });
  process.send?.(await app.listen({ host: '127.0.0.1', port }));
}

process.once('message', (settings) => void serve(settings as ServerSettings));

import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { createMemoryBus } from '../../bus/create-bus.ts';
import { runChannel } from '../../contracts/runs/events.ts';
import { pipelineSchema } from '../../contracts/pipelines/pipeline.ts';
import { openDatabase } from '../../db/open.ts';
import { runRepository } from '../../db/repositories/runs/runs.ts';
import { startBareServer } from './bare-server.ts';
import { host, openApp } from '../support/open-app.ts';
import { sealer } from '../support/keyring.ts';

export type StreamServerSettings = { temporalAddress: string; apiKey: string; runId: string };

/** Where Baton's streams are, and where texts are sent bare. */
export type StreamServer = { baton: string; bare: string };

/** What is to be published, and the time between two events; none puts them out all at once. */
export type Load = { by: keyof StreamServer; events: number; everyMs: number };

/** An API process with a run that is watched, and a bare server; it tells its parent their addresses. */
async function serve({ temporalAddress, apiKey, runId }: StreamServerSettings): Promise<void> {
  const database = await openDatabase({ sealer });
  const bus = createMemoryBus();
  const temporal = new Client({
    connection: await Connection.connect({ address: temporalAddress }),
  });
  const app = await openApp({ database, bus, temporal, apiKey });
  const pipeline = pipelineSchema.parse({
    name: 'watched',
    nodes: [{ id: 'research', kind: 'transform', value: 1 }],
  });
  const compiled = { hash: 'bench', pipeline, pipelines: {}, agents: {} };
  await runRepository(database.db).insert({ id: runId, compiled, input: {} });

  const bare = await startBareServer(host);
  const baton = await app.listen({ host, port: 0 });
  const publish = {
    baton: (event: ReturnType<typeof eventOf>) => bus.publish(runChannel(runId), event),
    // Baton adds the position to what it sends.
    bare: (event: ReturnType<typeof eventOf>) =>
      bare.send(JSON.stringify({ position: `${runId}:${event.sequence}`, ...event })),
  };
  let sequence = 0;
  process.on('message', ({ by, events, everyMs }: Load) => {
    void (async () => {
      for (let published = 0; published < events; published += 1) {
        sequence += 1;
        publish[by](eventOf(runId, sequence));
        if (everyMs > 0) await delay(everyMs);
      }
    })();
  });
  process.send?.({ baton, bare: bare.url } satisfies StreamServer);
}

function eventOf(runId: string, sequence: number) {
  return {
    type: 'text-delta' as const,
    // When it was published; what a model says in a twentieth of a second is about as long.
    text: `${performance.timeOrigin + performance.now()} `,
    callId: 'call',
    sequence,
    runId,
    nodePath: 'research',
    step: 'turn-1',
  };
}

process.once('message', (settings) => void serve(settings as StreamServerSettings));

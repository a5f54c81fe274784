import { openAsBlob } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { post } from './post.ts';
import type { Order, PgliteFiles } from './open.ts';

const { dataDir, dump } = workerData as PgliteFiles;
const client = await PGlite.create({
  ...(dataDir !== undefined && { dataDir }),
  ...(dump !== undefined && { loadDataDir: await openAsBlob(dump) }),
  extensions: { vector },
});
let last: Promise<unknown> = Promise.resolve();

/** One thing after the other. What fails ends the thread: PGlite does not work on after an error of its own. */
function enqueue(work: () => Promise<unknown>): void {
  last = last.then(work);
}

/** Answers what node-postgres writes, which is whole messages of PostgreSQL's protocol. */
function serve(connection: MessagePort): void {
  // What a connection that broke had begun never ends.
  enqueue(async () => {
    if (client.isInTransaction()) await client.exec('ROLLBACK');
    // It has one session, where each connection prepares its own.
    await client.exec('DEALLOCATE ALL');
  });
  connection.on('message', (messages: Uint8Array) => {
    enqueue(async () => {
      const answer: Uint8Array[] = [];
      // What it gives is a view of its memory.
      const onRawData = (bytes: Uint8Array) => answer.push(bytes.slice());
      await client.execProtocolRawStream(messages, { onRawData });
      post(connection, answer);
    });
  });
}

parentPort?.on('message', (order: Order) => {
  if (order !== 'close') return serve(order.connection);
  enqueue(async () => {
    await client.close();
    parentPort?.close();
  });
});

import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import {
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import { inject, onTestFinished } from 'vitest';

// Activities that fail on purpose would fill the terminal.
Runtime.install({ logger: new DefaultLogger('ERROR') });

/**
 * The address of the Temporal server that all tests share.
 * @throws {Error} when there is none, saying why.
 */
export function temporalServer(): string {
  const server = inject('temporal');
  if ('problem' in server) throw new Error(server.problem);
  return server.address;
}

/** Lets workers tell only of errors. The SDK outlives a test file, and takes this once a process. */
export function quietWorkers(): void {
  if (!Runtime._instance) Runtime.install({ logger: new DefaultLogger('ERROR') });
}

/** A client of the shared server, closed when the test that asked for it is finished. */
export async function temporalClient(): Promise<Client> {
  const connection = await Connection.connect({ address: temporalServer() });
  onTestFinished(() => connection.close());
  return new Client({ connection });
}

/**
 * Runs a worker until the test that asked for it is finished.
 * @param options as the SDK's; the task queue is a new one unless it is named.
 */
export async function temporalWorker(
  options: Omit<WorkerOptions, 'connection' | 'taskQueue'> & { taskQueue?: string },
): Promise<{ taskQueue: string }> {
  const { taskQueue = `test-${randomUUID()}`, ...rest } = options;
  const connection = await NativeConnection.connect({ address: temporalServer() });
  const worker = await Worker.create({
    shutdownGraceTime: '1s',
    shutdownForceTime: '5s',
    ...rest,
    connection,
    taskQueue,
  });
  const ended = worker.run();
  onTestFinished(async () => {
    worker.shutdown();
    await ended;
    await connection.close();
  });
  return { taskQueue };
}

import { readFile } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import { IllegalStateError } from '@temporalio/common';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { inject, onTestFinished } from 'vitest';

import { dataConverter } from './keys.ts';
/**
 * The address of the Temporal server that all tests share.
 * @throws {Error} when there is none, saying why.
 */
export function temporalServer(): string {
  const server = inject('temporal');
  if ('problem' in server) throw new Error(server.problem);
  return server.address;
}

/** The workflows as workers run them, made once for all tests. */
export async function workflowBundle(): Promise<{ code: string }> {
  return { code: await readFile(inject('workflowBundle'), 'utf8') };
}

/** Lets workers tell only of errors. The SDK outlives a test file, and takes this once a process. */
export function quietWorkers(): void {
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  } catch (error) {
    if (!(error instanceof IllegalStateError)) throw error;
  }
}

/** A client of the shared server, closed when the test that asked for it is finished. */
export async function temporalClient(): Promise<Client> {
  const connection = await Connection.connect({ address: temporalServer() });
  onTestFinished(() => connection.close());
  return new Client({ connection, dataConverter });
}

import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Runtime } from '@temporalio/worker';
import type { DefaultLogger } from '@temporalio/worker';
import type { Redactor } from '../../telemetry/redactor.ts';
import { createWorkerLogger } from '../../workers/worker-logger.ts';

/**
 * Sends what the workers have to say to a file, so that the terminal stays calm, and leaves signals to us.
 * To be called before anything else of the SDK's worker.
 * @returns the file and the logger.
 */
export function installWorkerLog(
  dataFolder: string,
  redactor: Redactor,
): { file: string; logger: DefaultLogger } {
  const file = join(dataFolder, 'worker.log');
  const stream = createWriteStream(file, { flags: 'a' });
  const logger = createWorkerLogger(redactor, (line) => void stream.write(line));
  Runtime.install({
    logger,
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  });
  return { file, logger };
}

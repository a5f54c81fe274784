import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { DefaultLogger, Runtime } from '@temporalio/worker';

/**
 * Sends what the workers have to say to a file, so that the terminal stays calm, and leaves signals to us.
 * To be called before anything else of the SDK's worker.
 * @returns the file and the logger.
 */
export function installWorkerLog(dataFolder: string): { file: string; logger: DefaultLogger } {
  const file = join(dataFolder, 'worker.log');
  const stream = createWriteStream(file, { flags: 'a' });
  const logger = new DefaultLogger('INFO', ({ level, message, meta, timestampNanos }) => {
    const time = new Date(Number(timestampNanos / 1_000_000n)).toISOString();
    const details = meta ? ` ${inspect(meta, { breakLength: Infinity, depth: 4 })}` : '';
    stream.write(`${time} ${level} ${message}${details}\n`);
  });
  Runtime.install({
    logger,
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: { core: 'WARN', other: 'ERROR' }, forward: {} } },
  });
  return { file, logger };
}

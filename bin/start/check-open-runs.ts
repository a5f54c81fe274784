import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import type { ConnectionOptions } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { replayOpenRuns } from '../../workers/replay-open-runs.ts';

/** How many workflows are replayed; more take a while on a small machine. */
const most = 200;
/** How many are named. */
const mostNamed = 5;

/**
 * Where the workflows have changed since the last start in this folder, replays those that are open, and tells which
 * cannot continue. They are not hurt: they wait for a version that can.
 * @returns what to tell the user; undefined where all continue, or nothing has changed.
 */
export async function checkOpenRuns(options: {
  folder: string;
  workflowBundle: { code: string };
  connection: ConnectionOptions;
  namespace: string;
  dataConverter: DataConverter;
}): Promise<string | undefined> {
  const { folder, workflowBundle, namespace, dataConverter } = options;
  const file = join(folder, 'workflows.sha256');
  const hash = createHash('sha256').update(workflowBundle.code).digest('hex');
  if ((await readFile(file, 'utf8').catch(() => '')) === hash) return undefined;
  const connection = await Connection.connect(options.connection);
  try {
    const client = new Client({ connection, namespace, dataConverter });
    const { broken, hasMore } = await replayOpenRuns({
      client,
      dataConverter,
      workflowBundle,
      most,
    });
    if (broken.length > 0) return problemOf(broken.map(({ workflowId }) => workflowId));
    // Those that were left out may break: they are looked at again at the next start.
    if (!hasMore) await writeFile(file, hash);
    return undefined;
  } finally {
    await connection.close();
  }
}

function problemOf(ids: string[]): string {
  const named = ids.slice(0, mostNamed).join(', ');
  const others = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : '';
  return (
    `This version of Baton cannot continue runs of an earlier version: ${named}${others}. Nothing is lost: start the ` +
    'earlier version to let them end, or cancel and retry them here.'
  );
}

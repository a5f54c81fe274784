import { openAsBlob } from 'node:fs';
import { databaseFolder } from '../../db/open.ts';
import { openPglite } from '../../db/pglite.ts';

/** Puts a copy of a dumped database where a Baton looks for its own. */
export async function copyDatabase(template: string, dataFolder: string): Promise<void> {
  const { close } = await openPglite({
    dataDir: databaseFolder(dataFolder),
    loadDataDir: await openAsBlob(template),
  });
  await close();
}

import { databaseFolder, openEmbedded } from '../../db/open.ts';

/** Puts a copy of a dumped database where a Baton looks for its own. */
export async function copyDatabase(template: string, dataFolder: string): Promise<void> {
  const { close } = await openEmbedded({
    dataDir: databaseFolder(dataFolder),
    dump: template,
  });
  await close();
}

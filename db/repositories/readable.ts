import { UnreadableRecord } from '../../contracts/base/sealed-text.ts';

/**
 * All rows of a table, without those that no key opens: one of them does not hide the others. Within `whileShowing` it is there
 * as well, with what stands in for it.
 */
export async function readable<Row>(table: {
  all: () => Promise<Row[]>;
  names: () => Promise<string[]>;
  get: (name: string) => Promise<Row | undefined>;
}): Promise<Row[]> {
  try {
    return await table.all();
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error;
  }
  const rows: Row[] = [];
  for (const name of await table.names()) {
    const row = await table.get(name).catch((error: unknown) => {
      if (error instanceof UnreadableRecord) return undefined;
      throw error;
    });
    if (row) rows.push(row);
  }
  return rows;
}

import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import type { Bar } from './market.ts';

const rowSchema = z.object({
  date: z.iso.date(),
  open: z.coerce.number(),
  high: z.coerce.number(),
  low: z.coerce.number(),
  close: z.coerce.number(),
  volume: z.coerce.number(),
});

/**
 * Reads the bundled daily bars of the S&P 500 from 2000-01-03 to 2020-04-17, oldest first. Source: the npm package
 * `vega-datasets`; see `data/README.md`.
 */
export async function loadSp500(): Promise<Bar[]> {
  const file = new URL('./data/sp500-2000.csv', import.meta.url);
  const rows = parse(await readFile(file, 'utf8'), { columns: true });
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ date, ...prices }) => ({ time: `${date}T00:00:00.000Z`, ...prices }));
}

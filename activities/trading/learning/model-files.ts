import { readdirSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Timeframe } from '../market/market.ts';
import { features } from './features.ts';
import { modelSchema } from './model.ts';
import type { Model } from './model.ts';

/** A model file is unusable; the message says why. */
export class ModelFileProblem extends Error {
  override readonly name = 'ModelFileProblem';
}

/** For example `BTC-USDT.1h.json`. */
const fileOf = (symbol: string, timeframe: Timeframe) =>
  `${symbol.replaceAll(/[^A-Z0-9]/g, '-')}.${timeframe}.json`;

/** Writes a model atomically. @returns the path. */
export async function writeModel(folder: string, model: Model): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, fileOf(model.symbol, model.timeframe));
  await writeFile(`${path}.new`, `${JSON.stringify(model, undefined, 2)}\n`);
  await rename(`${path}.new`, path);
  return path;
}

/**
 * The model of an instrument, from the first folder that has it; undefined if none has.
 * @throws {ModelFileProblem} if the file is damaged or from another version.
 */
export async function readModel(
  folders: readonly string[],
  symbol: string,
  timeframe: Timeframe,
): Promise<Model | undefined> {
  for (const folder of folders) {
    const model = await readModelOf(folder, symbol, timeframe);
    if (model) return model;
  }
  return undefined;
}

async function readModelOf(
  folder: string,
  symbol: string,
  timeframe: Timeframe,
): Promise<Model | undefined> {
  const path = join(folder, fileOf(symbol, timeframe));
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const model = modelSchema.safeParse(parse(text));
  const names = features.map(({ name }) => name).join();
  if (model.success && model.data.symbol !== symbol) return undefined;
  if (model.success && model.data.features.join() === names) return model.data;
  throw new ModelFileProblem(
    `${path} is damaged or from another version of Baton. Run npx baton train ${symbol} --timeframe ${timeframe}`,
  );
}

/** Whether a folder contains any model. */
export function hasModels(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.json'));
  } catch {
    return false;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

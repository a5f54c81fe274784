import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { intoCache } from '../cache.ts';
import { runCommand } from '../command.ts';
import type { SourceContext, TemporalSource } from '../source.ts';
import { temporalRelease } from '../version.ts';

const limitsMs = { answer: 4_000, archive: 120_000, unpack: 20_000 };

const platforms: Partial<Record<SourceContext['platform'], string>> = {
  'linux-x64': 'platform=linux&arch=amd64',
  'linux-arm64': 'platform=linux&arch=arm64',
  'darwin-x64': 'platform=darwin&arch=amd64',
  'darwin-arm64': 'platform=darwin&arch=arm64',
};

const archiveSchema = z.object({ archiveUrl: z.url(), fileToExtract: z.string() });

/** The address from which Temporal's own SDKs download their development server. */
export const downloadSource: TemporalSource = {
  name: 'the download of the Temporal SDK',
  remedy: 'allow https://temporal.download',
  async find({ cacheFolder, platform }) {
    const query = platforms[platform];
    if (!query) throw new Error(`no build for ${platform}`);
    const question = `https://temporal.download/cli/v${temporalRelease}?${query}&format=tar.gz`;
    const answer = await get(question, limitsMs.answer);
    const { archiveUrl, fileToExtract } = archiveSchema.parse(await answer.json());
    return intoCache(cacheFolder, async (folder) => {
      const archive = join(folder, 'temporal.tar.gz');
      const { body } = await get(archiveUrl, limitsMs.archive);
      if (!body) throw new Error(`${archiveUrl} is empty`);
      await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(archive));
      await runCommand('tar', ['-xzf', archive, '-C', folder, fileToExtract], {
        timeoutMs: limitsMs.unpack,
      });
      return join(folder, fileToExtract);
    });
  },
};

async function get(url: string, timeoutMs: number): Promise<Response> {
  const { host } = new URL(url);
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    throw new Error(`${host} cannot be reached`, { cause: error });
  }
  if (!response.ok) throw new Error(`${host} answered ${response.status}`);
  return response;
}

import { appendFile, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { defineTool } from '../../../activities/tool-kit/define-tool.ts';

/** A tool that kills its worker, and notes each call before as a line of a file; it waits for what stands in another file. */
export const endWorker = defineTool({
  name: 'end_worker',
  description: 'Ends its worker',
  category: 'education',
  plan: 'free',
  rateLimit: {},
  schema: z.object({ file: z.string(), after: z.string().optional() }),
  async handle({ file, after }) {
    await appendFile(file, 'called\n');
    if (after !== undefined) await untilAsLong(after, await textOf(file));
    process.kill(process.pid, 'SIGKILL');
    return null;
  },
});

async function untilAsLong(file: string, text: string): Promise<void> {
  while ((await textOf(file)).length < text.length) await setTimeout(20);
}

const textOf = (file: string) => readFile(file, 'utf8').catch(() => '');

import { appendFile } from 'node:fs/promises';
import { z } from 'zod';
import { defineTool } from '../../../activities/tool-kit/define-tool.ts';

/** A tool that kills its worker, and notes each call before as a line of a file. */
export const endWorker = defineTool({
  name: 'end_worker',
  description: 'Ends its worker',
  category: 'education',
  plan: 'free',
  rateLimit: {},
  schema: z.object({ file: z.string() }),
  async handle({ file }) {
    await appendFile(file, 'called\n');
    process.kill(process.pid, 'SIGKILL');
    return null;
  },
});

import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { apiKey } from '../../api/support/app.ts';
import { openTestServer } from './support.ts';
import type { TestServer } from './support.ts';

export type CodeFolder = Awaited<ReturnType<typeof openCodeFolder>>;

/** A server, and a folder outside of Baton's own with a file of code, on which commands work. */
export async function openCodeFolder() {
  const server: TestServer = await openTestServer();
  const folder = await mkdtemp(join(tmpdir(), 'baton-code-'));
  return {
    server,
    folder,
    async write(content: string): Promise<string> {
      const file = join(folder, 'greet.ts');
      await writeFile(file, content);
      return file;
    },
    /** In a process of its own, since it loads the file. */
    async baton(...args: string[]) {
      const child = spawn(process.execPath, ['bin/main.ts', ...args], {
        env: { ...process.env, BATON_URL: server.address, BATON_API_KEY: apiKey },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      const [output, warnings, code] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        ended,
      ]);
      return { code, output: output + warnings };
    },
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A file of an agent and a pipeline. */
export const sourceOf = (names: { agent: string; pipeline: string }, title: string) => `
import { defineAgent, definePipeline, z } from 'baton';
export const greeter = defineAgent({
  name: '${names.agent}',
  role: 'Greeter',
  instructions: 'You greet.',
  output: z.object({ greeting: z.string() }),
});
export default definePipeline({
  name: '${names.pipeline}',
  title: '${title}',
  inputs: z.object({ name: z.string().default('you') }),
  nodes: [{ id: '${names.pipeline}', kind: 'agent', agent: greeter.name, task: 'Greet {{ inputs.name }}' }],
});
`;

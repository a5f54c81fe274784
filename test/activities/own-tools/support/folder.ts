import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createOwnTools } from '../../../../activities/own-tools/own-tools.ts';
import { NetworkError } from '../../../../activities/network/network-error.ts';
import type { Network } from '../../../../activities/network/network.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import type { ToolProgress } from '../../../../contracts/tools/tools.ts';
import { emptyExecutor } from '../../tools/support/executor.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

const noNetwork: Pick<Network, 'send'> = {
  async send() {
    throw new NetworkError('ADDRESS_REFUSED', 'nothing is sent in this test');
  },
};

/** The text of a file of a tool, whose definition is `lines` beside the usual. */
export const toolText = (name: string, lines: string) => `
import { z } from 'zod';
import { defineTool, ToolError } from '../../contracts/own-tool.ts';

export default defineTool({
  name: '${name}',
  description: 'A tool of a test.',
  category: 'system',
  cacheMs: 0,
  ${lines}
});
`;

/**
 * A folder for tools that can import what those of `extensions/tools` can, and an executor with what is in it.
 * @param place the folder that it is in. @default this repository
 */
export async function toolFolder(
  options: {
    network?: Pick<Network, 'send'>;
    taken?: string[];
    environment?: Record<string, string>;
    loadMs?: number;
  } = {},
  place = root,
) {
  const { network = noNetwork, taken = [], environment = {}, loadMs } = options;
  const folder = await mkdtemp(join(place, '.baton-tools-'));
  // One level deeper, as the folder of tools is.
  const tools = await mkdtemp(join(folder, 't'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const own = createOwnTools({
    folder: tools,
    taken,
    network,
    environment,
    ...(loadMs !== undefined && { loadMs }),
  });
  onTestFinished(() => own.stop());
  const executor = emptyExecutor();
  return {
    folder: tools,
    own,
    executor,
    file: (name: string) => join(tools, name),
    write: (name: string, text: string) => writeFile(join(tools, name), text),
    async read() {
      const loaded = await own.read();
      executor.replaceTools('files', loaded.tools, loaded.problems);
      return loaded;
    },
    run: (
      tool: string,
      args: Json = {},
      rest: {
        onProgress?: (told: ToolProgress) => void;
        mayHaveRun?: boolean;
        once?: boolean;
      } = {},
    ) =>
      executor.run({
        tool,
        args,
        key: 'run/node/1',
        runId: 'run',
        user: 'ada',
        signal: AbortSignal.timeout(20_000),
        ...rest,
      }),
  };
}

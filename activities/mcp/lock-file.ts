import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { McpDefinition } from './definition.ts';
import { definitionHash } from './definition.ts';
import { McpFileProblem } from './mcp-file.ts';

/** The definitions that were accepted: by server and tool. */
export type Accepted = Record<string, Record<string, McpDefinition>>;

const objects = z.record(z.string(), z.json());

const lockSchema = z.strictObject({
  version: z.literal(1),
  servers: z.record(
    z.string(),
    z.record(
      z.string(),
      z.strictObject({
        /** For people who compare it with a `pins` entry. */
        sha256: z.string(),
        definition: z.strictObject({
          name: z.string(),
          title: z.string().optional(),
          description: z.string(),
          inputSchema: objects,
          outputSchema: objects.optional(),
          annotations: objects.optional(),
        }),
      }),
    ),
  ),
});

/** The lock file of a file of servers: `mcp.lock.json` beside `mcp.yaml`. */
export const lockFileOf = (path: string) => `${path.replace(/\.(ya?ml|json)$/, '')}.lock.json`;

/**
 * What was accepted; nothing where there is no lock file.
 * @throws {McpFileProblem} where it is not as it was written.
 */
export async function readAccepted(path: string): Promise<Accepted> {
  const file = lockFileOf(path);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new McpFileProblem(`${file} cannot be read (${error.code})`);
  });
  if (text === undefined) return {};
  const { servers } = lockOf(file, text);
  return Object.fromEntries(
    Object.entries(servers).map(([server, tools]) => [
      server,
      Object.fromEntries(
        Object.entries(tools).map(([tool, { definition }]) => [tool, definition as McpDefinition]),
      ),
    ]),
  );
}

/** Writes what is accepted, whole or not at all. */
export async function writeAccepted(path: string, accepted: Accepted): Promise<void> {
  const file = lockFileOf(path);
  const servers = Object.fromEntries(
    Object.entries(accepted).map(([server, tools]) => [
      server,
      Object.fromEntries(
        Object.entries(tools).map(([tool, definition]) => [
          tool,
          { sha256: definitionHash(definition), definition },
        ]),
      ),
    ]),
  );
  await writeFile(`${file}.new`, `${JSON.stringify({ version: 1, servers }, undefined, 2)}\n`);
  await rename(`${file}.new`, file);
}

function lockOf(file: string, text: string): z.output<typeof lockSchema> {
  try {
    return lockSchema.parse(JSON.parse(text));
  } catch {
    throw new McpFileProblem(
      `${file} is damaged: delete it, and accept the tools again with \`npx baton mcp accept\``,
    );
  }
}

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import type { YAMLParseError } from 'yaml';
import { z } from 'zod';
import { toolCategories } from '../../contracts/tools/categories.ts';
import { plans } from '../../contracts/tools/tools.ts';

const count = z.number().int().positive();
const texts = z.record(z.string(), z.string());

/** What can be said of every server. */
const common = {
  /**
   * The tools that have no side effects, by their names: all others have. `annotated` believes the server, which is
   * what it says of itself (`readOnlyHint`).
   */
  readOnly: z.union([z.literal('annotated'), z.array(z.string())]).default([]),
  /** The tools that are taken of it; left out, all. */
  tools: z.array(z.string()).min(1).optional(),
  /** SHA-256 hashes of definitions that are accepted, by the name of the tool, beside those of the lock file. */
  pins: z
    .record(z.string(), z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 hash as 64 hex digits'))
    .default({}),
  category: z.enum(toolCategories).default('system'),
  plan: z.enum(plans).default('free'),
  rateLimit: z
    .strictObject({ minute: count.optional(), hour: count.optional(), day: count.optional() })
    .default({ minute: 30 }),
  /** The longest that it may take to greet: `npx` fetches a package first that is not there yet. */
  startSeconds: z.number().positive().max(600).default(60),
  /** The longest that a call may take. */
  timeoutSeconds: z.number().positive().max(600).default(60),
};

const program = z.strictObject({
  command: z.string().min(1),
  args: z.array(z.string()).default([]),
  /** What it knows of the environment beside HOME, PATH and the like; `${NAME}` is the variable of Baton. */
  env: texts.default({}),
  /** The folder that it runs in, from the folder of the file on; left out, that folder. */
  cwd: z.string().min(1).optional(),
  ...common,
});

const remote = z.strictObject({
  /** Of streamable HTTP. */
  url: z.url({ protocol: /^https?$/ }),
  /** `${NAME}` is the variable of Baton. */
  headers: texts.default({}),
  ...common,
});

export type ProgramServer = z.output<typeof program>;
export type RemoteServer = z.output<typeof remote>;
export type McpServerConfig = ProgramServer | RemoteServer;

const serverName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,19}$/, 'lowercase letters, digits and -, 20 at most');

/** The form of a server is told by what it has, so that what is wrong is told of that form. */
const server = z.looseObject({}).transform((value, context) => {
  const form = 'url' in value ? remote : program;
  const result = form.safeParse(value);
  if (result.success) return result.data as McpServerConfig;
  for (const issue of result.error.issues) context.addIssue(issue as never);
  return z.NEVER;
});

const fileSchema = z.strictObject({ servers: z.record(serverName, server) });

export type McpFile = { servers: Record<string, McpServerConfig> };

/** A file of servers that cannot be used; the message names each mistake. */
export class McpFileProblem extends Error {
  override readonly name = 'McpFileProblem';
}

/**
 * Reads the servers of a file of YAML or JSON. Folders are made absolute.
 * @throws {McpFileProblem}
 */
export async function readMcpFile(path: string): Promise<McpFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new McpFileProblem(`${path} cannot be read (${error.code})`);
  });
  const result = fileSchema.safeParse(parsed(path, text));
  if (!result.success) {
    const problems = result.error.issues.map(
      (issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`,
    );
    throw new McpFileProblem(`${path}: ${problems.join('; ')}`);
  }
  const folder = resolve(dirname(path));
  const placed = Object.entries(result.data.servers).map(([name, each]) => [
    name,
    'command' in each ? { ...each, cwd: resolve(folder, each.cwd ?? '.') } : each,
  ]);
  return { servers: Object.fromEntries(placed) as McpFile['servers'] };
}

function parsed(path: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const { message } = error as YAMLParseError;
    throw new McpFileProblem(`${path} is not valid YAML: ${message.split('\n')[0]}`);
  }
}

const variable = /\$\{(\w+)\}/g;

/** The variables that a text names as `${NAME}`. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(variable)].map(([, name = '']) => name);
}

/**
 * A text with the variables that it names as `${NAME}`.
 * @throws {McpFileProblem} that names one that is not set.
 */
export function withVariables(
  text: string,
  environment: Record<string, string | undefined>,
): string {
  return text.replaceAll(variable, (_all, name: string) => {
    const value = environment[name];
    if (value) return value;
    throw new McpFileProblem(`it needs the environment variable ${name}: set ${name}`);
  });
}

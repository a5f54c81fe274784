import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';

const name = z.string().regex(/^[a-z][\w-]{0,60}$/i, 'write a name such as web-1');

function isPattern(source: string): boolean {
  try {
    return new RegExp(`^(?:${source})$`, 'u').unicode;
  } catch {
    return false;
  }
}

const argument = z
  .strictObject({
    description: z.string().max(300).optional(),
    /** The values that may be given. */
    oneOf: z.array(z.string().min(1).max(200)).min(1).optional(),
    /** A regular expression that the whole value fits. */
    pattern: z.string().min(1).refine(isPattern, 'is not a valid regular expression').optional(),
  })
  .refine(({ oneOf, pattern }) => (oneOf === undefined) !== (pattern === undefined), {
    error: 'needs oneOf (a list of values) or pattern (a regular expression), and not both',
  });
export type SshArgument = z.output<typeof argument>;

/** A word of a command: fixed, or with `{argument}` within. */
export const placeholder = /\{(\w+)\}/g;

const command = z
  .strictObject({
    description: z.string().max(300).optional(),
    run: z.array(z.string().min(1).max(500)).min(1).max(50),
    arguments: z.record(z.string().regex(/^\w{1,60}$/), argument).default({}),
    /** The hosts that it may be run on; left out, all of the file. */
    hosts: z.array(name).min(1).optional(),
    timeoutSeconds: z.number().positive().max(120).default(30),
  })
  .superRefine(({ run, arguments: declared }, context) => {
    const used = new Set(
      run.flatMap((word) => [...word.matchAll(placeholder)].map(([, each = '']) => each)),
    );
    for (const each of used) {
      if (Object.hasOwn(declared, each)) continue;
      const message = `uses {${each}}, which is not one of the arguments`;
      context.addIssue({ code: 'custom', path: ['run'], message });
    }
    for (const each of Object.keys(declared)) {
      if (used.has(each)) continue;
      const message = `is not used: write {${each}} in run`;
      context.addIssue({ code: 'custom', path: ['arguments', each], message });
    }
    if (/\{/.test(run[0] ?? '')) {
      const message = 'starts with an argument: start with the name of the program';
      context.addIssue({ code: 'custom', path: ['run', 0], message });
    }
  });
export type SshCommand = z.output<typeof command>;

const host = z.strictObject({
  address: z.string().min(1),
  port: z.number().int().min(1).max(65_535).default(22),
  user: z.string().min(1),
  /** The private key, by its path from the file on. */
  keyFile: z.string().min(1),
  /** Fingerprints as `ssh-keygen -lf` gives them; any of them is accepted. */
  hostKeys: z
    .array(
      z
        .string()
        .regex(/^SHA256:[A-Za-z0-9+/]{43}=?$/, 'write SHA256:…, as `ssh-keygen -lf` gives it'),
    )
    .min(
      1,
      'write the fingerprint of the host, as `ssh-keyscan <host> | ssh-keygen -lf -` gives it',
    ),
});
export type SshHost = z.output<typeof host>;

const fileSchema = z
  .strictObject({ hosts: z.record(name, host), commands: z.record(name, command) })
  .superRefine(({ hosts, commands }, context) => {
    for (const [each, { hosts: wanted = [] }] of Object.entries(commands)) {
      for (const missing of wanted.filter((host_) => !Object.hasOwn(hosts, host_))) {
        const message = `names ${missing}, which is not one of the hosts`;
        context.addIssue({ code: 'custom', path: ['commands', each, 'hosts'], message });
      }
    }
  });
export type SshFile = z.output<typeof fileSchema>;

/** A file of hosts and commands that cannot be used; the message names each mistake. */
export class SshFileProblem extends Error {
  override readonly name = 'SshFileProblem';
}

/**
 * Reads what may be run where. Paths of keys are made absolute, from the file's folder on.
 * @throws {SshFileProblem}
 */
export async function readSshFile(path: string): Promise<SshFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SshFileProblem(`${path} cannot be read (${error.code})`);
  });
  const result = fileSchema.safeParse(parsed(path, text));
  if (!result.success) {
    const problems = result.error.issues.map(
      (issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`,
    );
    throw new SshFileProblem(`${path}: ${problems.join('; ')}`);
  }
  const { hosts, commands } = result.data;
  const absolute = Object.entries(hosts).map(
    ([each, { keyFile, ...rest }]) =>
      [each, { ...rest, keyFile: resolve(dirname(path), keyFile) }] as const,
  );
  return { hosts: Object.fromEntries(absolute), commands };
}

function parsed(path: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    const { message } = error as YAMLParseError;
    throw new SshFileProblem(`${path} is not valid YAML: ${message.split('\n')[0]}`);
  }
}

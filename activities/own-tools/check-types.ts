import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileProblem } from '../../contracts/agents/file-problem.ts';
import { execFile } from 'node:child_process';

const root = fileURLToPath(new URL('../..', import.meta.url));
const longestMs = 120_000;
const { resolve: find } = createRequire(import.meta.url);
/** Where a package lies: beside Baton's own, or within. */
const folderOf = (name: string) => dirname(find(`${name}/package.json`));
/** What files may import wherever they are, as `offerOwnPackages` has it. */
// Without extensions, for the types that the package has beside its files.
const code = fileURLToPath(new URL('../../code/index.ts', import.meta.url)).replace(
  /index\.[jt]s$/,
  '',
);
const offered = {
  baton: [join(code, 'index')],
  'baton/*': [join(code, '*', 'index')],
  zod: [folderOf('zod')],
};

/** TypeScript's own program; undefined where it is not installed, as in production. */
function compiler(): string | undefined {
  try {
    return join(folderOf('typescript'), 'bin', 'tsc');
  } catch {
    return undefined;
  }
}

/**
 * What TypeScript has against files and what they import from their folder, by the settings of the project. It takes
 * seconds, in a process of its own.
 * @param ownProject a tsconfig.json of the folder, which says what is checked and how.
 * @returns undefined where TypeScript is not installed, or was ended before it was through: by `signal`, or by its time.
 */
export async function checkTypes(
  folder: string,
  files: readonly string[],
  signal?: AbortSignal,
  ownProject?: string,
): Promise<FileProblem[] | undefined> {
  const program = compiler();
  if (program === undefined) return undefined;
  if (files.length === 0) return [];
  const check = async (project: string, cwd: string) => {
    const output = await runToEnd([program, '-p', project, '--noEmit', '--pretty', 'false'], {
      cwd,
      timeoutMs: longestMs,
      ...(signal && { signal }),
    });
    return output === undefined ? undefined : problemsIn(output, folder, cwd);
  };
  if (ownProject !== undefined) return check(ownProject, resolve(folder));
  const work = await mkdtemp(join(tmpdir(), 'baton-types-'));
  try {
    const project = join(work, 'tsconfig.json');
    const settings = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        typeRoots: [dirname(folderOf('@types/node'))],
        paths: offered,
        // A folder without a package.json holds ES modules too.
        module: 'preserve',
      },
      include: [],
      files: files.map((file) => resolve(file)),
    };
    await writeFile(project, JSON.stringify(settings));
    return await check(project, root);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const line =
  /^(?<file>[^\s(].*?)\((?<line>\d+),(?<column>\d+)\): error (?<code>TS\d+): (?<message>.*)$/;

/** Of what lies in the folder alone, under the names that it is known by there. */
function problemsIn(output: string, folder: string, cwd: string): FileProblem[] {
  const problems: FileProblem[] = [];
  let last: FileProblem | undefined;
  for (const text of output.split('\n')) {
    const { groups } = line.exec(text) ?? {};
    if (groups) {
      const inFolder = relative(resolve(folder), resolve(cwd, groups['file'] ?? ''));
      last = {
        file: join(folder, inFolder),
        line: Number(groups['line']),
        column: Number(groups['column']),
        path: '',
        message: `${groups['message']} (${groups['code']})`,
        fix: 'fix the type errors',
      };
      if (!inFolder.startsWith('..')) problems.push(last);
    } else if (last && /^\s+\S/.test(text)) {
      last.message += ` ${text.trim()}`;
    }
  }
  return problems;
}

/**
 * Runs a Node program in a process of its own.
 * @returns what it printed, whatever its exit code; undefined where it was ended before it came to one.
 */
export function runToEnd(
  args: readonly string[],
  options: { cwd: string; timeoutMs: number; signal?: AbortSignal },
): Promise<string | undefined> {
  const { cwd, timeoutMs, signal } = options;
  const limits = { cwd, timeout: timeoutMs, maxBuffer: 4_000_000, ...(signal && { signal }) };
  return new Promise((done) => {
    execFile(process.execPath, args, limits, (error, stdout) => {
      const isAtItsEnd = error === null || typeof error.code === 'number';
      done(isAtItsEnd ? stdout : undefined);
    });
  });
}

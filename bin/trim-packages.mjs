// Part of the launcher: plain JavaScript without packages, for any Node from 20 on.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const processor = { x64: 'x86_64', arm64: 'aarch64' }[process.arch];
const system = { darwin: 'apple-darwin', linux: 'unknown-linux-gnu', win32: 'pc-windows-msvc' }[
  process.platform
];

/** In folders of packages, what is unused, by its name. */
const ballast = [
  // Temporal's core for other platforms.
  {
    folder: '@temporalio/core-bridge/releases',
    unused: (name) => name !== `${processor}-${system}`,
  },
  // What the package `node` had npm install, and has linked its own program to.
  { folder: 'node', unused: (name) => name === 'node_modules' },
  // ccxt once more, for `require`.
  { folder: 'ccxt', unused: (name) => name === 'dist' },
];

/** The maps of this one tell where workflows fail. */
const mapped = '@temporalio';

/**
 * Takes away what packages bring and Baton does not load: some 300 MB.
 * @param packages the folder node_modules.
 */
export function trimPackages(packages) {
  for (const { folder, unused } of ballast) {
    const place = join(packages, folder);
    for (const name of namesIn(place).filter(unused)) remove(join(place, name));
  }
  for (const name of namesIn(packages).filter((each) => each !== mapped)) {
    const place = join(packages, name);
    for (const path of namesIn(place, { recursive: true })) {
      if (path.endsWith('.map')) remove(join(place, path));
    }
  }
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}

/** None where there is no such folder, as with a package that is no longer used. */
function namesIn(folder, options = {}) {
  try {
    return readdirSync(folder, options);
  } catch {
    return [];
  }
}

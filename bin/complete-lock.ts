import { readFile, writeFile } from 'node:fs/promises';

/** The part of an entry of package-lock.json that matters here. */
type LockedPackage = {
  /** Where it is not that of its folder. */
  name?: string;
  version?: string;
  resolved?: string;
  /** Of a folder of ours. */
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};
export type PackageLock = { packages: Record<string, LockedPackage> };

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm', 'arm64', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'];
const exactVersion = /^\d+\.\d+\.\d+\S*$/;

/**
 * The builds for other platforms that a lock file does not hold, by their place in it. npm leaves them out
 * when the registry at hand lacks them, and `npm ci` then refuses the file. Their versions are those that
 * the packages that want them name; what they are for is in their names, such as `core-linux-arm64-musl`.
 */
export function missingBuilds({ packages }: PackageLock): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (isLocked(packages, path, name) || !exactVersion.test(version)) continue;
      const platform = platformOf(name);
      if (!platform) continue;
      missing[`node_modules/${name}`] = {
        version,
        ...(dev && { dev }),
        ...platform,
        optional: true,
      };
    }
  }
  return missing;
}

/** Whether `name` is found from `path`, in its own node_modules or in one further up. */
function isLocked(packages: PackageLock['packages'], path: string, name: string): boolean {
  if (`${path ? `${path}/` : ''}node_modules/${name}` in packages) return true;
  if (path === '') return false;
  return isLocked(packages, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}

function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu'> | undefined {
  const words = name.slice(name.lastIndexOf('/') + 1).split('-');
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (words.includes('wasm32')) return { cpu: ['wasm32'] };
  return os && cpu ? { os: [os], cpu: [cpu] } : undefined;
}

/**
 * Where npm gets a package, so that it need not ask for all that is known of it first, which is more than the packages
 * themselves. The host stands for whatever registry is configured: `replace-registry-host` in .npmrc.
 * @returns undefined for what comes from no registry.
 */
export function archiveOf(path: string, { name, version, link }: LockedPackage) {
  const folder = 'node_modules/';
  const start = path.lastIndexOf(folder);
  if (start === -1 || link || version === undefined) return undefined;
  const full = name ?? path.slice(start + folder.length);
  return `https://registry.invalid/${full}/-/${full.slice(full.indexOf('/') + 1)}-${version}.tgz`;
}

function withArchive(path: string, { resolved, ...locked }: LockedPackage): LockedPackage {
  const archive = archiveOf(path, locked) ?? resolved;
  const { name, version, ...others } = locked;
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(archive !== undefined && { resolved: archive }),
    ...others,
  };
}

if (import.meta.main) {
  const file = new URL('../package-lock.json', import.meta.url);
  const lock = JSON.parse(await readFile(file, 'utf8')) as PackageLock;
  const missing = missingBuilds(lock);
  const { '': root, ...others } = lock.packages;
  const sorted = Object.entries({ ...others, ...missing })
    .map(([path, locked]) => [path, withArchive(path, locked)] as const)
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'));
  const packages = { ...(root && { '': root }), ...Object.fromEntries(sorted) };
  await writeFile(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} builds for other platforms added`);
}

import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** Packs a folder with npm. @returns the tarball. */
export async function pack(folder: string, destination: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', folder, '--pack-destination', destination, '--json'],
    { shell: process.platform === 'win32', maxBuffer: 20_000_000 },
  );
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return resolve(destination, filename);
}

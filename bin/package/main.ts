import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { buildPackage } from './build.ts';

/** Builds the package and packs it, into the folder of the first argument or this one; prints the file. */
const destination = resolve(process.argv[2] ?? '.');
const folder = await buildPackage();
const { stdout } = await promisify(execFile)(
  'npm',
  ['pack', folder, '--pack-destination', destination, '--json'],
  { shell: process.platform === 'win32', maxBuffer: 20_000_000 },
);
const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
console.log(resolve(destination, filename));

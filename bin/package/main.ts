import { resolve } from 'node:path';
import { buildPackage } from './build.ts';
import { packCreate } from './pack-create.ts';
import { pack } from './pack.ts';

/** Builds the package and `create-baton`, and packs them into the folder of the first argument or this one; prints the files. */
const destination = resolve(process.argv[2] ?? '.');
const tarball = await pack(await buildPackage(), destination);
console.log(await packCreate(tarball, destination));
console.log(tarball);

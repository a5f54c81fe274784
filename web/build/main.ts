import { buildWebApp } from './build.ts';

await buildWebApp();

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultLogger } from '@temporalio/worker';
import type { TestProject } from 'vitest/node';
import { keptBundle, theseSources } from '../../bin/start/kept-bundle.ts';
import { bundleWorkflows } from '../../workers/workflow-bundle.ts';
import { onceARun } from './once-a-run.ts';

const fileName = 'workflows.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that holds the workflows as workers run them. */
    workflowBundle: string;
  }
}

/** Has the workflows' bundle of a start of Baton, or makes it, once for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await onceARun('workflow bundle', copy);
  project.provide('workflowBundle', join(folder, fileName));
  return () => rm(folder, { recursive: true, force: true });
}

async function copy(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-test-'));
  const make = () => bundleWorkflows(new DefaultLogger('ERROR'));
  const { code } = await keptBundle({ ...theseSources, make });
  await writeFile(join(folder, fileName), code);
  return folder;
}

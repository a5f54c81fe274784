import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultLogger } from '@temporalio/worker';
import type { TestProject } from 'vitest/node';
import { bundleWorkflows } from '../../workers/workflow-bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that holds the workflows as workers run them. */
    workflowBundle: string;
  }
}

/** Makes the workflows' bundle once for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-test-'));
  const file = join(folder, 'workflows.js');
  await writeFile(file, (await bundleWorkflows(new DefaultLogger('ERROR'))).code);
  project.provide('workflowBundle', file);
  return () => rm(folder, { recursive: true, force: true });
}

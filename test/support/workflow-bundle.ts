import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefaultLogger } from '@temporalio/worker';
import type { TestProject } from 'vitest/node';
import { bundleWorkflows } from '../../workers/workflow-bundle.ts';
import { onceARun } from './once-a-run.ts';

const fileName = 'workflows.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that holds the workflows as workers run them. */
    workflowBundle: string;
  }
}

/** Makes the workflows' bundle once for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await onceARun('workflow bundle', make);
  project.provide('workflowBundle', join(folder, fileName));
  return () => rm(folder, { recursive: true, force: true });
}

async function make(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-test-'));
  const { code } = await bundleWorkflows(new DefaultLogger('ERROR'));
  await writeFile(join(folder, fileName), code);
  return folder;
}

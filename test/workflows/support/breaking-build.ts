import { sleep } from '@temporalio/workflow';
import {
  runAgent as runAgentBefore,
  runPipeline as runPipelineBefore,
} from '../../../workflows/index.ts';

// The workflows with a command that the histories of earlier builds do not have, and no `patched` around it.

export async function runPipeline(...args: Parameters<typeof runPipelineBefore>) {
  await sleep(1);
  return runPipelineBefore(...args);
}

export async function runAgent(...args: Parameters<typeof runAgentBefore>) {
  await sleep(1);
  return runAgentBefore(...args);
}

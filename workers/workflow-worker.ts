import { Worker as Thread } from 'node:worker_threads';
import { Worker } from '@temporalio/worker';
import {
  ThreadedVMWorkflowCreator,
  WorkerThreadClient,
} from '@temporalio/worker/lib/workflow/threaded-vm.js';

/** What the thread answers to an activation. */
export type Completion = { callsNoSink?: boolean };

type Creating = Parameters<(typeof Worker)['createWorkflowCreator']>;

/** Temporal's worker, whose workflows run in our own thread of them. */
export class WorkflowWorker extends Worker {
  protected static override async createWorkflowCreator(
    ...[bundle, options, logger]: Creating
  ): ReturnType<(typeof Worker)['createWorkflowCreator']> {
    if (options.debugMode) return super.createWorkflowCreator(bundle, options, logger);
    const script = new URL('./workflow-thread.ts', import.meta.url);
    // As text, since a thread has the options of the process, and Node takes `--input-type` for text alone.
    const thread = new Thread(`import(${JSON.stringify(script)})`, { eval: true });
    const client = withoutNeedlessQuestions(new WorkerThreadClient(thread, logger));
    const { isolateExecutionTimeoutMs } = options;
    await client.send({
      type: 'init',
      workflowBundle: bundle,
      isolateExecutionTimeoutMs,
      reuseV8Context: true,
      registeredActivityNames: new Set(options.activities.keys()),
      hasPatchActivationCallback: false,
    });
    return new ThreadedVMWorkflowCreator([client]);
  }
}

/** After each activation the SDK asks the thread for calls of sinks: it need not, where the answer to the activation said that there are none. */
function withoutNeedlessQuestions(client: WorkerThreadClient): WorkerThreadClient {
  const send = client.send.bind(client);
  const silent = new Set<string>();
  client.send = async (input) => {
    if (input.type === 'extract-sink-calls' && silent.delete(input.runId)) {
      return { type: 'sink-calls', calls: [] };
    }
    const output = await send(input);
    if (output?.type === 'activation-completion' && 'runId' in input) {
      if ((output.completion as Completion).callsNoSink) silent.add(input.runId);
    }
    return output;
  };
  return client;
}

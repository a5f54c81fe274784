import { Script } from 'node:vm';
import type { Context, RunningScriptOptions } from 'node:vm';
import { ReusableVMWorkflow } from '@temporalio/worker/lib/workflow/reusable-vm.js';
import { globalHandlers } from '@temporalio/worker/lib/workflow/vm-shared.js';
import type { Completion } from './workflow-worker.ts';

// The SDK's thread of workflows, without what costs more than the workflows themselves. It reads the SDK's internals: a test
// fails where a new version has others.

/** Where each promise was made, with a stack trace of each: half of it is the work of an activation. */
Object.assign(globalHandlers, { setPromiseHook: () => undefined });

/** Those that evaluate nothing of what users write: no loop of theirs goes on for ever. */
const withoutExpressions = new Set(['runAgent']);
type Call = [workflow: object, called: string, args: [{ info?: { workflowType?: string } }?]];
const unlimited = new WeakSet<object>();

const { runInContext } = Script.prototype;

/** A call with a time limit starts a thread that watches it, which takes longer than most calls. */
Script.prototype.runInContext = function withLimitWhereNeeded(
  sandbox: Context,
  options?: RunningScriptOptions,
): unknown {
  const [workflow, called, [first] = []] = (sandbox['__temporal_args'] ?? []) as Partial<Call>;
  if (!workflow) return runInContext.call(this, sandbox, options);
  const { workflowType = '' } = (called === 'initRuntime' && first?.info) || {};
  if (withoutExpressions.has(workflowType)) unlimited.add(workflow);
  // At the end of an activation no code of a workflow runs.
  const isLimited = called !== 'concludeActivation' && !unlimited.has(workflow);
  return runInContext.call(this, sandbox, isLimited ? options : { displayErrors: true });
};

type Internals = {
  activator: {
    blockedConditions: Map<number, unknown>;
    sinkCalls: unknown[];
    maybeRethrowWorkflowTaskError(): void;
  };
  activate(activation: unknown): Promise<Completion>;
  tryUnblockConditionsAndMicrotasks(): void;
};

const internals = ReusableVMWorkflow.prototype as unknown as Internals;
const { tryUnblockConditionsAndMicrotasks: tryAll, activate } = internals;

/** Enters the sandbox only where something waits for a condition. */
internals.tryUnblockConditionsAndMicrotasks = function tryThoseThatWait(this: Internals): void {
  const { activator } = this;
  if (activator.blockedConditions.size > 0) tryAll.call(this);
  else activator.maybeRethrowWorkflowTaskError();
};

/** Says whether there are calls of sinks to be fetched, such as what a workflow logs. */
internals.activate = async function withSinkCalls(this: Internals, activation) {
  const completion = await activate.call(this, activation);
  return this.activator.sinkCalls.length > 0 ? completion : { ...completion, callsNoSink: true };
};

await import('@temporalio/worker/lib/workflow/workflow-worker-thread.js');

import {
  CancellationScope,
  executeChild,
  getExternalWorkflowHandle,
  workflowInfo,
} from '@temporalio/workflow';
import type { ChildWorkflowOptions, Workflow, WorkflowResultType } from '@temporalio/workflow';
import { keywordText, searchAttributes } from '../../contracts/temporal/search-attributes.ts';
import type { SearchAttribute } from '../../contracts/temporal/search-attributes.ts';
import { childPolicy } from '../proxies.ts';
import type { Waits } from './waits.ts';
import { failure, tooDeep } from '../errors.ts';

/** What Temporal keeps of a workflow's id on PostgreSQL. */
const maximumCharacters = 255;

/**
 * The id of a child workflow: the run's id and the path to the node, never a generated one.
 * @throws `TooDeep` when it would be longer than a Temporal cluster keeps.
 */
function childWorkflowId(runId: string, path: string): string {
  const id = `${runId}/${path}`;
  if (id.length <= maximumCharacters) return id;
  const message = `The path ${path} is too long. Use shorter node ids or less nesting.`;
  throw failure(tooDeep(message));
}

/**
 * Runs a child to its end; what it waited for is over with it.
 * @param child.path node ids from the run's root, which the child's id is made of.
 */
export async function runChild<Child extends Workflow>(
  type: string,
  child: {
    runId: string;
    path: string;
    args: Parameters<Child>;
    waits: Waits;
    /** The agent that the child is, where it is one. */
    agent?: string;
  } & Pick<ChildWorkflowOptions, 'staticSummary' | 'staticDetails'>,
): Promise<WorkflowResultType<Child>> {
  const { runId, path, args, waits, agent, ...texts } = child;
  const workflowId = childWorkflowId(runId, path);
  let isOver = false;
  void CancellationScope.current().cancelRequested.catch(async () => {
    if (!isOver) await cancelLatest(workflowId);
  });
  try {
    // The type of the options cannot follow a child that is still open.
    return await executeChild<Child>(type, {
      ...childPolicy,
      ...texts,
      ...attributesOfChild(agent),
      workflowId,
      args,
    } as never);
  } finally {
    isOver = true;
    await waits.endThrough(workflowId);
  }
}

/** What a child can be found by in Temporal: whose it is, and the agent. Nothing where its parent was started without. */
function attributesOfChild(agent?: string): Pick<ChildWorkflowOptions, 'typedSearchAttributes'> {
  const userKey = keywordKey('user');
  const user = workflowInfo().typedSearchAttributes.get(userKey);
  if (user === undefined) return {};
  const ofAgent =
    agent === undefined ? [] : [{ key: keywordKey('agent'), value: keywordText(agent) }];
  return { typedSearchAttributes: [{ key: userKey, value: user }, ...ofAgent] };
}

const keywordKey = (attribute: SearchAttribute) =>
  ({ name: searchAttributes[attribute], type: 'KEYWORD' }) as const;

/** The SDK cancels the run that a child began with, and one that went on as new would not hear it. */
async function cancelLatest(workflowId: string): Promise<void> {
  await CancellationScope.nonCancellable(async () => {
    // A child that is over, or never began, need not hear it.
    await getExternalWorkflowHandle(workflowId)
      .cancel()
      .catch(() => undefined);
  });
}

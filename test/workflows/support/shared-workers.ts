import { Context } from '@temporalio/activity';
import { Client, WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { dataConverter } from '../../support/keys.ts';
import type { Activities } from '../../../contracts/activities/index.ts';
import { fakeActivities } from './fake-activities.ts';
import { temporalServer } from '../../support/temporal.ts';
import { startOwnWorkers } from './own-workers.ts';

/** What a test has its workflows run, and what of that is under way. */
type Tenant = { activities: Activities; running: Set<Promise<unknown>> };

/** By the ids of the workflows that clients of tests started. */
const tenants = new Map<string, Tenant>();
/** By the address of their server. */
const workers = new Map<string, ReturnType<typeof startOwnWorkers>>();

/**
 * The workers of this process, which load the workflows once. A workflow and its children run the activities of
 * the test whose client started it.
 * @param address of another server than the one that all tests share: end its workers before it.
 */
export async function shareWorkers(activities: Activities, address = temporalServer()) {
  const started = workers.get(address) ?? startOwnWorkers(dispatching, { address });
  workers.set(address, started);
  const { client: shared } = await started;
  const { connection } = shared;
  const { namespace } = shared.options;
  const tenant: Tenant = { activities, running: new Set() };
  const ids = new Set<string>();
  const note = (workflowId: string) => {
    ids.add(workflowId);
    tenants.set(workflowId, tenant);
  };
  const interceptor: WorkflowClientInterceptor = {
    startWithDetails(input, next) {
      note(input.options.workflowId);
      return next(input);
    },
    signalWithStart(input, next) {
      note(input.options.workflowId);
      return next(input);
    },
  };
  return {
    client: new Client({
      connection,
      namespace,
      dataConverter,
      interceptors: { workflow: [interceptor] },
    }),
    /** Ends the workflows that still run, and waits for their activities. */
    async stop() {
      await Promise.all([...ids].map((id) => terminate(shared, id)));
      await Promise.allSettled(tenant.running);
      for (const id of ids) tenants.delete(id);
    },
  };
}

/** Ends the workers that tests share on a server of their own. */
export async function endWorkers(address: string): Promise<void> {
  const started = workers.get(address);
  workers.delete(address);
  await (await started)?.stop();
}

async function terminate({ workflow }: Client, id: string): Promise<void> {
  try {
    await workflow.getHandle(id).terminate('the test has ended');
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

const names = Object.keys(fakeActivities().activities) as (keyof Activities)[];
const dispatching = Object.fromEntries(
  names.map((name) => [
    name,
    async (input: never) => {
      const { activities, running } = tenantOf(
        Context.current().info.workflowExecution?.workflowId,
      );
      const call = (activities[name] as (given: never) => Promise<unknown>)(input);
      running.add(call);
      return call.finally(() => running.delete(call));
    },
  ]),
) as unknown as Activities;

/** A child's id begins with its parent's, and a slash. */
function tenantOf(workflowId = ''): Tenant {
  for (let id = workflowId; id !== ''; id = id.slice(0, Math.max(id.lastIndexOf('/'), 0))) {
    const tenant = tenants.get(id);
    if (tenant) return tenant;
  }
  // It is tried again until the end of the workflow has reached it.
  throw new Error(`No test that runs has started ${workflowId}`);
}

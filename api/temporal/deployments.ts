import { isGrpcServiceError } from '@temporalio/client';
import type { BuildView, Deploys } from '../../contracts/api/index.ts';
import { deploymentName } from '../../contracts/temporal/deployment.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import type { TaskQueue } from '../../contracts/temporal/task-queues.ts';
import type { Ask } from './calls.ts';
import type { TemporalClient } from './client.ts';
import { servedQueues } from './served-queues.ts';

type Service = TemporalClient['workflowService'];
type Deployment = NonNullable<
  Awaited<ReturnType<Service['describeWorkerDeployment']>>['workerDeploymentInfo']
>;

/** Codes of gRPC. */
const notFound = 5;
const failedPrecondition = 9;
/** By the number that Temporal has for them. */
const statuses: Record<number, BuildView['status']> = {
  1: 'inactive',
  2: 'current',
  3: 'ramping',
  4: 'draining',
  5: 'drained',
};
/** Temporal tells each task queue. */
const promoteMs = 20_000;
const withoutBuildQuery = 'TemporalWorkerDeploymentVersion IS NULL';

/** The builds of Baton's workers: which is current, and which has work left. */
export function temporalDeployments(client: TemporalClient, ask: Ask) {
  const { workflowService, options } = client;
  const { namespace } = options;

  async function deployment(): Promise<Deployment | undefined> {
    // A server that is asked for one that it does not have writes an error into its log.
    const { workerDeployments } = await ask(() =>
      workflowService.listWorkerDeployments({ namespace }),
    );
    if (!workerDeployments.some(({ name }) => name === deploymentName)) return undefined;
    const found = await ask(() =>
      orWhen(
        notFound,
        undefined,
        workflowService.describeWorkerDeployment({ namespace, deploymentName }),
      ),
    );
    return found?.workerDeploymentInfo ?? undefined;
  }

  async function openWorkflows(which: string): Promise<number> {
    const query = `ExecutionStatus = "Running" AND ${which}`;
    const { count } = await ask(() =>
      workflowService.countWorkflowExecutions({ namespace, query }),
    );
    return Number(count ?? 0);
  }

  return {
    /** The queues that no worker serves that may take new runs. */
    async unserved(): Promise<TaskQueue[]> {
      const [found, pollers] = await Promise.all([deployment(), servedQueues(client, ask)]);
      const current = currentOf(found);
      const ofCurrent = pollers.filter(({ build }) => build === (current ?? undefined));
      const served = new Set(ofCurrent.map(({ queue }) => queue));
      return (Object.keys(taskQueues) as TaskQueue[]).filter((queue) => !served.has(queue));
    },

    async deploys(): Promise<Deploys> {
      const [found, pollers, openWithoutBuild] = await Promise.all([
        deployment(),
        servedQueues(client, ask),
        openWorkflows(withoutBuildQuery),
      ]);
      const workersOf = (build: string | undefined) =>
        [
          ...new Set(
            pollers.filter((poller) => poller.build === build).map(({ identity }) => identity),
          ),
        ].toSorted();
      const versions = found?.versionSummaries ?? [];
      const builds = await Promise.all(
        versions.map(async ({ deploymentVersion, status, createTime }) => {
          const build = deploymentVersion?.buildId ?? '';
          return {
            build,
            status: statuses[Number(status)] ?? 'inactive',
            since: new Date(Number(createTime?.seconds ?? 0) * 1_000).toISOString(),
            openWorkflows: await openWorkflows(
              `TemporalWorkerDeploymentVersion = "${deploymentName}:${build}"`,
            ),
            workers: workersOf(build),
          };
        }),
      );
      return {
        current: currentOf(found),
        builds: builds.toSorted((one, other) => other.since.localeCompare(one.since)),
        withoutBuild: { openWorkflows: openWithoutBuild, workers: workersOf(undefined) },
      };
    },

    /**
     * Has new runs begin on a build; null: on workers without one.
     * @returns why it cannot be, where Temporal refuses it; `not-found` where no worker has ever had it.
     */
    async promote(
      build: string | null,
      identity: string,
    ): Promise<'not-found' | { refused: string } | 'current'> {
      const known = await deployment();
      const builds = known?.versionSummaries?.map((one) => one.deploymentVersion?.buildId);
      if (build !== null && !builds?.includes(build)) return 'not-found';
      if (known === undefined) return 'current';
      let refused = '';
      await ask(async () => {
        try {
          await workflowService.setWorkerDeploymentCurrentVersion({
            namespace,
            deploymentName,
            buildId: build ?? '',
            identity,
          });
        } catch (error) {
          if (!isGrpcServiceError(error) || error.code !== failedPrecondition) throw error;
          refused = error.details;
        }
      }, promoteMs);
      return refused ? { refused } : 'current';
    },
  };
}

const currentOf = (found: Deployment | undefined): string | null =>
  found?.routingConfig?.currentDeploymentVersion?.buildId || null;

async function orWhen<Answer, Other>(code: number, other: Other, call: Promise<Answer>) {
  try {
    return await call;
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === code) return other;
    throw error;
  }
}

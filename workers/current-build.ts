import { setTimeout as delay } from 'node:timers/promises';
import { isGrpcServiceError } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { deploymentName } from '../contracts/temporal/deployment.ts';

/** How often Temporal is asked whether it knows the workers that have just begun. */
const lookEveryMs = 200;
/** The same, after an error of its own. */
const afterErrorMs = 2_000;
const identity = 'baton worker';
/** A code of gRPC. */
const notFound = 5;

/**
 * Makes a build the current one, where its deployment never had one: the first build would otherwise get no run. Waits
 * until Temporal has heard of its workers.
 * @param options.onError is told of what Temporal answered; it is asked again.
 * @returns the build that is current; undefined where somebody has chosen that none is, or `signal` aborts.
 */
export async function currentBuild(options: {
  connection: Pick<NativeConnection, 'workflowService'>;
  namespace: string;
  buildId: string;
  signal: AbortSignal;
  onError: (error: unknown) => void;
}): Promise<string | undefined> {
  const { connection, namespace, buildId, signal, onError } = options;
  const { workflowService } = connection;
  while (!signal.aborted) {
    let pauseMs = lookEveryMs;
    try {
      const found = await describe();
      const { currentDeploymentVersion, currentVersionChangedTime } = found?.routingConfig ?? {};
      if (currentVersionChangedTime) return currentDeploymentVersion?.buildId || undefined;
      const isKnown = found?.versionSummaries?.some(
        ({ deploymentVersion }) => deploymentVersion?.buildId === buildId,
      );
      if (isKnown) {
        // Of two builds that begin at once, the token lets one be the first.
        const { conflictToken } = found ?? {};
        await workflowService.setWorkerDeploymentCurrentVersion({
          namespace,
          deploymentName,
          buildId,
          identity,
          ...(conflictToken && { conflictToken }),
        });
        return buildId;
      }
    } catch (error) {
      if (signal.aborted) break;
      onError(error);
      pauseMs = afterErrorMs;
    }
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;

  async function describe() {
    try {
      const request = { namespace, deploymentName };
      const answer = await workflowService.describeWorkerDeployment(request);
      return { ...answer.workerDeploymentInfo, conflictToken: answer.conflictToken };
    } catch (error) {
      if (isGrpcServiceError(error) && error.code === notFound) return undefined;
      throw error;
    }
  }
}

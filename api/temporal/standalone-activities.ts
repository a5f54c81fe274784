import { createHash } from 'node:crypto';
import { ActivityExecutionFailedError, ServiceError, isGrpcServiceError } from '@temporalio/client';
import type { ActivityOptions } from '@temporalio/client';
import {
  ApplicationFailure,
  CancelledFailure,
  TerminatedFailure,
  TimeoutFailure,
} from '@temporalio/common';
import type { GatewayActivities } from '../../contracts/activities/index.ts';
import type { GatewayFailure } from '../../contracts/models/gateway-call.ts';
import { callStopped, gatewayFailures } from '../../contracts/models/gateway-call.ts';
import { workerLog } from '../../contracts/base/log-places.ts';
import type { Priority } from '../../contracts/models/messages.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import { temporalPriority } from './priority.ts';
import { TemporalUnavailable, toGatewayError } from './errors.ts';
import type { TemporalClient } from './client.ts';
import { shortSummary } from './summary.ts';

export type StartActivity = {
  activity: keyof GatewayActivities;
  /** Of the call and of its activity. */
  callId: string;
  priority: Priority;
  /** On whose behalf. */
  user: string;
  /** One line for Temporal's list of activities. */
  summary: string;
};

/** One try at reaching Temporal, and all of them: under load it answers late. */
const answerMs = 5_000;
const patienceMs = 15_000;
const pauseMs = 250;
/** Statuses of gRPC for what has ended, or was asked to stop before. */
const tooLate = [5, 9];

/** Where each is served. */
const queues = {
  answerChat: taskQueues.models,
  embedTexts: taskQueues.models,
  callTool: taskQueues.tools,
  askMemory: taskQueues.memory,
} satisfies Record<keyof GatewayActivities, string>;

/** Deliveries of the outbox: the activity itself says when it tries again, and when no more. */
const deliveryLimits = {
  taskQueue: taskQueues.notifications,
  startToCloseTimeout: '30s',
  scheduleToCloseTimeout: '48h',
  heartbeatTimeout: '4s',
  retry: { initialInterval: '2s', backoffCoefficient: 2, maximumInterval: '1h' },
  idConflictPolicy: 'USE_EXISTING',
  idReusePolicy: 'ALLOW_DUPLICATE',
} satisfies Omit<ActivityOptions, 'id'>;

/** Servers on PostgreSQL take 255. */
const longestIdBytes = 200;

const limits = {
  /** One attempt, with every model of the chain: a model that is silent, and a worker, are noticed long before. */
  startToCloseTimeout: '30m',
  /** All of them, with what they wait for a free place. */
  scheduleToCloseTimeout: '1h',
  /** Heartbeats come every second: a dead worker is noticed this soon. */
  heartbeatTimeout: '4s',
  /** The activity itself says when an error is its last. */
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '10s' },
  /** Asked again under its id, a call that runs is joined, and one that ended is looked up again. */
  idConflictPolicy: 'USE_EXISTING',
  idReusePolicy: 'ALLOW_DUPLICATE',
} satisfies Omit<ActivityOptions, 'id' | 'taskQueue'>;

/** Activities that no workflow stands around, as the gateway's calls are. */
export function standaloneActivities({ activity }: Pick<TemporalClient, 'activity'>) {
  return {
    /**
     * Starts an activity, or joins the one that runs under its id.
     * @throws {TemporalUnavailable} after 15 s of tries, of which one may have started it.
     * @throws when `signal` aborts, between two tries.
     */
    async start(
      { activity: name, callId, priority, user, summary }: StartActivity,
      signal: AbortSignal,
    ): Promise<void> {
      await ask(
        () =>
          activity.start(name, {
            ...limits,
            taskQueue: queues[name],
            id: callId,
            args: [{ callId }],
            priority: temporalPriority({ priority, user }),
            summary: shortSummary(summary),
          }),
        signal,
      );
    },

    /** Starts a delivery, or joins the one that goes on under its id. Throws as `start` does. */
    async startDelivery(
      { deliveryId, user }: { deliveryId: string; user: string },
      signal: AbortSignal,
    ): Promise<void> {
      await ask(
        () =>
          activity.start('deliverNotification', {
            ...deliveryLimits,
            id: activityIdOf(deliveryId),
            args: [{ deliveryId }],
            priority: temporalPriority({ priority: 'normal', user }),
            summary: shortSummary(`notification · ${deliveryId}`),
          }),
        signal,
      );
    },

    /**
     * Waits for an activity's end.
     * @returns why it failed; undefined when it did not.
     * @throws when `signal` aborts.
     */
    async end(callId: string, signal: AbortSignal): Promise<GatewayFailure | undefined> {
      try {
        await activity.withAbortSignal(signal, () => activity.getHandle(callId).result());
        return undefined;
      } catch (error) {
        if (error instanceof ActivityExecutionFailedError) return toFailure(error.cause);
        throw toGatewayError(error);
      }
    },

    /** Asks an activity to stop; one that has ended is left as it is. */
    async cancel(callId: string, reason: string): Promise<void> {
      try {
        await ask(() => activity.getHandle(callId).cancel(reason));
      } catch (error) {
        if (!isTooLate(error)) throw error;
      }
    },
  };

  async function ask<Answer>(call: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    const end = Date.now() + patienceMs;
    for (;;) {
      signal?.throwIfAborted();
      try {
        return await activity.withDeadline(Math.min(Date.now() + answerMs, end), call);
      } catch (error) {
        const told = isTooLate(error) ? error : toGatewayError(error);
        const isWorthAnother = told instanceof TemporalUnavailable && Date.now() + pauseMs < end;
        if (!isWorthAnother) throw told;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }
}

/** Temporal takes ids of some length only; a longer one is known by its hash. */
function activityIdOf(deliveryId: string): string {
  if (Buffer.byteLength(deliveryId) <= longestIdBytes) return deliveryId;
  return `delivery-${createHash('sha256').update(deliveryId).digest('hex')}`;
}

export type StandaloneActivities = ReturnType<typeof standaloneActivities>;

function isTooLate(error: unknown): boolean {
  const cause = error instanceof ServiceError ? error.cause : error;
  if (isGrpcServiceError(cause)) return tooLate.includes(cause.code);
  return error instanceof Error && error.name.endsWith('NotFoundError');
}

const isKnown = (type: string | null | undefined): type is GatewayFailure['type'] =>
  gatewayFailures.some((known) => known === type);

function toFailure(cause: Error | undefined): GatewayFailure {
  if (cause instanceof ApplicationFailure && isKnown(cause.type)) {
    return { type: cause.type, message: cause.message };
  }
  if (cause instanceof CancelledFailure || cause instanceof TerminatedFailure) {
    return callStopped;
  }
  if (cause instanceof TimeoutFailure) {
    return { type: 'Timeout', message: 'The call timed out. Try again later.' };
  }
  return {
    type: 'Internal',
    message: `Internal error. The cause is in ${workerLog}, under the id of the call.`,
  };
}

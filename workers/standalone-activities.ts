import type { WorkerInterceptors } from '@temporalio/worker';
import { ApplicationFailure } from '@temporalio/common';
import type { GatewayActivities, NotificationActivities } from '../contracts/activities/index.ts';

/** What the API starts without a workflow around it: each looks up what to do under the id that it is given. */
const standalone = {
  answerChat: true,
  embedTexts: true,
  callTool: true,
  askMemory: true,
  deliverNotification: true,
} satisfies Record<keyof (GatewayActivities & NotificationActivities), true>;

/**
 * Refuses the activities of workflows to those who start one on its own: their arguments say what to do, and Temporal asks
 * nobody who they are.
 */
export const refuseForgedActivities: NonNullable<WorkerInterceptors['activity']>[number] = ({
  info: { activityType, workflowExecution },
}) => ({
  inbound: {
    async execute(input, next) {
      if (workflowExecution || activityType in standalone) return next(input);
      const message = `${activityType} runs only in a workflow of Baton.`;
      throw ApplicationFailure.nonRetryable(message, 'NotStartedByBaton');
    },
  },
});

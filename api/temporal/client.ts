import type { ActivityClient, Client, ScheduleClient, WorkflowClient } from '@temporalio/client';

/** What the API uses of Temporal's client. */
export type TemporalClient = {
  activity: Pick<ActivityClient, 'start' | 'getHandle' | 'withDeadline' | 'withAbortSignal'>;
  workflow: Pick<
    WorkflowClient,
    'start' | 'signalWithStart' | 'getHandle' | 'withDeadline' | 'withAbortSignal'
  >;
  schedule: Pick<ScheduleClient, 'create' | 'getHandle' | 'list'>;
  workflowService: Pick<
    Client['workflowService'],
    | 'describeNamespace'
    | 'describeTaskQueue'
    | 'describeWorkerDeployment'
    | 'listWorkerDeployments'
    | 'setWorkerDeploymentCurrentVersion'
    | 'countWorkflowExecutions'
  >;
  options: Pick<Client['options'], 'namespace' | 'loadedDataConverter'>;
  connection?: Pick<Client['connection'], 'operatorService'>;
};

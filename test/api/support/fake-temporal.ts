import {
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { ScheduleOptions } from '@temporalio/client';
import { loadDataConverter } from '@temporalio/common/lib/internal-non-workflow/index.js';
import type { TemporalClient } from '../../../api/temporal/index.ts';
import type { RunState } from '../../../contracts/runs/run.ts';
import type { RunPipelineInput } from '../../../contracts/runs/run-input.ts';
import { dataConverter } from '../../support/keys.ts';

type Signal = { workflowId: string; name: string; argument: unknown };
type Workflow = { status: string; input: RunPipelineInput | undefined; options: StartOptions };
type Schedule = Pick<ScheduleOptions, 'spec' | 'action' | 'policies' | 'state'>;
type StartOptions = {
  workflowId: string;
  args: [RunPipelineInput];
  staticSummary: string;
  staticDetails: string;
};

/** A Temporal server in memory, as far as the API uses one. */
export type FakeTemporal = {
  client: TemporalClient;
  workflows: Map<string, Workflow>;
  signals: Signal[];
  /** Its schedules, by their ids. */
  schedules: Map<string, Schedule>;
  /** A time zone that it does not know. */
  unknownTimeZone: string | undefined;
  /** What the `state` query answers, by workflow; without an entry no worker answers. */
  states: Map<string, RunState>;
  /** Called when a workflow has started. */
  onStart: () => Promise<unknown>;
  /** Called with each signal, in place of the workflow that would act on it. */
  onSignal: (signal: Signal) => Promise<unknown>;
  /** When set, every call fails as it does when the server is away, or refuses. */
  failure: { code: number; details: string } | undefined;
  /** Whether it runs activities without a workflow. */
  standaloneActivities: boolean;
  /** When the queues were last asked for work. */
  lastPoll: Date | undefined;
  /** Who asked. */
  identity: string;
  /** Tasks that wait on each queue. */
  backlog: number;
  /** The builds that its workers have had, and which is current. */
  builds: string[];
  currentBuild: string | undefined;
  /** A build that it does not make current. */
  refusedBuild: string | undefined;
};

export const unreachable = { code: 14, details: 'No connection established' };
export const refused = { code: 3, details: 'payload exceeds the limit' };

export function fakeTemporal(): FakeTemporal {
  const workflows = new Map<string, Workflow>();
  const start = async (options: StartOptions): Promise<void> => {
    if (workflows.has(options.workflowId)) {
      throw new WorkflowExecutionAlreadyStartedError('started', options.workflowId, 'runPipeline');
    }
    const [input] = options.args;
    workflows.set(options.workflowId, { status: 'RUNNING', input, options });
    await fake.onStart();
  };
  const requireWorkflow = (workflowId: string): Workflow => {
    const workflow = workflows.get(workflowId);
    if (workflow) return workflow;
    throw new WorkflowNotFoundError('not found', workflowId, undefined);
  };
  const send = async (workflowId: string, { name }: { name: string }, argument: unknown) => {
    if (requireWorkflow(workflowId).status !== 'RUNNING') {
      throw new WorkflowNotFoundError('already completed', workflowId, undefined);
    }
    const signal = { workflowId, name, argument };
    fake.signals.push(signal);
    await fake.onSignal(signal);
  };

  const schedules = new Map<string, Schedule>();
  const requireSchedule = (id: string): Schedule => {
    const found = schedules.get(id);
    if (found) return found;
    throw new ScheduleNotFoundError('not found', id);
  };
  const putSchedule = (id: string, { spec, action, policies, state }: Schedule) => {
    if (spec.timezone === fake.unknownTimeZone) {
      throw grpcError({ code: 3, details: `unknown time zone ${spec.timezone}` });
    }
    schedules.set(id, { spec, action, policies: policies ?? {}, state: state ?? {} });
  };
  const schedule = {
    async create({ scheduleId, ...options }: ScheduleOptions) {
      if (schedules.has(scheduleId)) throw new ScheduleAlreadyRunning('running', scheduleId);
      putSchedule(scheduleId, options);
    },
    getHandle: (scheduleId: string) => ({
      async update(change: () => Schedule) {
        requireSchedule(scheduleId);
        putSchedule(scheduleId, change());
      },
      async delete() {
        requireSchedule(scheduleId);
        schedules.delete(scheduleId);
      },
      async describe() {
        const { state } = requireSchedule(scheduleId);
        const nextActionTimes = [new Date('2030-01-01T08:00:00Z')];
        const info = { nextActionTimes, numActionsMissedCatchupWindow: 0 };
        return { state: { paused: state?.paused ?? false }, info };
      },
    }),
    async *list() {
      for (const scheduleId of schedules.keys()) yield { scheduleId };
    },
  };

  const workflow = {
    async withDeadline<Answer>(deadline: number, call: () => Promise<Answer>): Promise<Answer> {
      if (fake.failure) throw grpcError(fake.failure);
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => late.reject(grpcError({ code: 4, details: 'deadline exceeded' })),
        deadline - Date.now(),
      );
      return Promise.race([call(), late.promise]).finally(() => clearTimeout(timer));
    },
    start: async (_type: string, options: StartOptions) => start(options),
    async signalWithStart(
      _type: string,
      options: StartOptions & { signal: { name: string }; signalArgs: [unknown] },
    ) {
      if (!workflows.has(options.workflowId)) await start(options);
      await send(options.workflowId, options.signal, options.signalArgs[0]);
    },
    getHandle: (workflowId: string) => ({
      signal: (signal: { name: string }, argument: unknown) => send(workflowId, signal, argument),
      describe: async () => ({ status: { name: requireWorkflow(workflowId).status } }),
      async query() {
        const state = fake.states.get(workflowId);
        if (state) return state;
        throw grpcError({ code: 4, details: 'no worker' });
      },
    }),
  };
  const workflowService = {
    async describeNamespace() {
      const { standaloneActivities } = fake;
      return { namespaceInfo: { capabilities: { standaloneActivities } } };
    },
    async describeTaskQueue() {
      const seconds = fake.lastPoll && fake.lastPoll.getTime() / 1000;
      const approximateBacklogAge = { seconds: '2', nanos: 500_000_000 };
      return {
        stats: { approximateBacklogCount: String(fake.backlog), approximateBacklogAge },
        pollers:
          seconds === undefined ? [] : [{ lastAccessTime: { seconds }, identity: fake.identity }],
      };
    },
    async listWorkerDeployments() {
      return { workerDeployments: fake.builds.length > 0 ? [{ name: 'baton' }] : [] };
    },
    async describeWorkerDeployment() {
      const seconds = Date.now() / 1_000;
      const versionSummaries = fake.builds.map((buildId) => ({
        deploymentVersion: { buildId },
        status: buildId === fake.currentBuild ? 2 : 1,
        createTime: { seconds },
      }));
      const currentDeploymentVersion = { buildId: fake.currentBuild ?? '' };
      return {
        workerDeploymentInfo: { versionSummaries, routingConfig: { currentDeploymentVersion } },
      };
    },
    async setWorkerDeploymentCurrentVersion({ buildId }: { buildId: string }) {
      if (buildId === fake.refusedBuild) {
        throw grpcCause({ code: 9, details: 'new current version is missing task queues' });
      }
      fake.currentBuild = buildId;
    },
    countWorkflowExecutions: async () => ({ count: 0 }),
  };

  const fake: FakeTemporal = {
    client: {
      workflow,
      schedule,
      workflowService,
      options: { namespace: 'default', loadedDataConverter: loadDataConverter(dataConverter) },
    } as unknown as TemporalClient,
    workflows,
    schedules,
    unknownTimeZone: undefined,
    signals: [],
    standaloneActivities: true,
    states: new Map(),
    onStart: async () => undefined,
    onSignal: async () => undefined,
    failure: undefined,
    lastPoll: new Date(),
    identity: '1@worker',
    backlog: 0,
    builds: [],
    currentBuild: undefined,
    refusedBuild: undefined,
  };
  return fake;
}

function grpcError(failure: { code: number; details: string }): ServiceError {
  return new ServiceError('Failed', { cause: grpcCause(failure) });
}

function grpcCause({ code, details }: { code: number; details: string }): Error {
  return Object.assign(new Error(details), { code, details, metadata: {} });
}

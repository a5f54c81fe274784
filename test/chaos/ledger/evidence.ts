import type { RunView, StepView } from '../../../contracts/api/index.ts';
import type { OrderView } from '../../../contracts/trading/api/account.ts';
import type { ApiClient } from '../api-client.ts';
import type { Job } from '../load/jobs.ts';
import type { Promised } from '../load/load.ts';
import type { Question } from '../outside/provider.ts';
import type { Received } from '../outside/receiver.ts';
import type { Fault } from '../plan.ts';

/** A fault that happened; times are in milliseconds since the epoch. */
export type Injected = Fault & { beganAt: number; endedAt: number };

/** One job: what was promised of it, what came of it outside, and what Baton has on record. */
export type JobEvidence = {
  job: Job;
  /** The run that was promised. */
  id: string;
  /** Undefined where Baton does not know it. */
  run: Pick<RunView, 'status' | 'error' | 'effects'> | undefined;
  /** All runs that were begun for it. */
  begun: string[];
  orders: Pick<OrderView, 'id' | 'runId' | 'status'>[];
  /** Approvals of it that Baton took, and what it says of them. */
  approvals: { id: string; status: string; isPromised: boolean }[];
  notifications: { id: string; kind: string; deliveries: { id: string; status: string }[] }[];
  booked: { calls: number; estimated: number; inputTokens: number };
  /** The tools whose call Baton says is quarantined: an agent goes on without it. */
  quarantined: string[];
  /** What the provider saw of it. */
  questions: Question[];
  /** What the receiver got of it, and the webhooks about it. */
  messages: Received[];
  webhooks: Received[];
};

export type Evidence = {
  jobs: JobEvidence[];
  refused: Promised['refused'];
  injected: Injected[];
};

/** Asks a Baton for all that it has on record of a load, and puts what the outside has seen beside it. */
export async function gatherEvidence(options: {
  client: ApiClient;
  promised: Promised;
  questions: readonly Question[];
  received: readonly Received[];
  injected: Injected[];
}): Promise<Evidence> {
  const { client, promised, questions, received, injected } = options;
  const [runs, approvals, notifications, costs] = await Promise.all([
    client.all('/api/v1/runs'),
    client.all('/api/v1/approvals'),
    client.all('/api/v1/notifications'),
    client.ask('GET', '/api/v1/costs?by=run&limit=1000'),
  ]);
  const jobs: JobEvidence[] = [];
  for (const { job, id } of promised.runs.values()) {
    const { key, user } = job;
    const begun = runs.filter((run) => run.user === user).map((run) => run.id as string);
    const { status, body: run } = await client.ask('GET', `/api/v1/runs/${id}`);
    const steps =
      status === 200 ? await client.ask('GET', `/api/v1/runs/${id}/steps?limit=500`) : undefined;
    const cost = costs.body.items.find((row: { key: string }) => row.key === id);
    jobs.push({
      job,
      id,
      run: status === 200 ? run : undefined,
      begun,
      orders: job.orders > 0 ? await client.all(`/api/v1/account/orders?user=${user}`) : [],
      approvals: approvals
        .filter(({ runId }) => runId === id)
        .map((approval) => ({
          id: approval.id,
          status: approval.status,
          isPromised: promised.approvals.has(approval.id),
        })),
      notifications: notifications.filter(({ runId }) => runId === id),
      booked: {
        calls: cost?.calls ?? 0,
        estimated: cost?.estimatedCalls ?? 0,
        inputTokens: cost?.tokens.input ?? 0,
      },
      quarantined: quarantinedIn(steps?.body.items ?? []),
      questions: questions.filter((question) => question.key === key),
      messages: received.filter(({ path }) => path === `/message/${key}`),
      webhooks: received.filter(({ path, id: of }) => path === '/webhook' && of.startsWith(id)),
    });
  }
  return { jobs, refused: promised.refused, injected };
}

function quarantinedIn(steps: readonly Pick<StepView, 'kind' | 'name' | 'error'>[]): string[] {
  return steps
    .filter(({ kind, error }) => kind === 'tool' && error?.type === 'Quarantined')
    .map(({ name }) => name);
}

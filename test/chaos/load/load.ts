import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded } from '../../../contracts/runs/run.ts';
import type { ApiClient } from '../api-client.ts';
import type { Random } from '../random.ts';
import { agents, createJob } from './jobs.ts';
import type { Job } from './jobs.ts';

/** What Baton has said to the load: it is bound to it. */
export type Promised = {
  /** The runs that it took, by the key of their job. */
  runs: Map<string, { job: Job; id: string }>;
  /** Approvals that it took, by id. */
  approvals: Set<string>;
  /** Jobs that it refused, and why: there should be none. */
  refused: { key: string; why: string }[];
};

const lookEveryMs = 500;

/** Gives Baton jobs, so many at a time, and approves all that it asks for. */
export async function startLoad(options: {
  client: ApiClient;
  random: Random;
  seed: number;
  /** Jobs at a time. */
  atOnce: number;
  receiver: string;
}) {
  const { client, random, seed, atOnce, receiver } = options;
  const promised: Promised = { runs: new Map(), approvals: new Set(), refused: [] };
  const open = new Set<string>();
  const state = { given: 0, gives: true, looks: true };

  for (const agent of agents) {
    const { status, body } = await client.ask('POST', '/api/v1/agents', agent);
    if (status !== 201)
      throw new Error(`The agent ${agent.name}: ${status} ${JSON.stringify(body)}`);
  }

  /** A job that Baton has taken before its answer got lost is the same job when it is sent again. */
  async function give(job: Job): Promise<void> {
    if (job.orders > 0) {
      // A long outage moves the market: no gate is to refuse an order for that.
      const gates = { priceCollarPercent: null, fillCollarPercent: null };
      await client.ask('PUT', `/api/v1/account/gates?user=${job.user}`, { gates });
    }
    const { status, body } = await client.ask('POST', job.path, job.body, {
      'idempotency-key': job.key,
    });
    if (status === 201 || status === 202 || status === 200) {
      promised.runs.set(job.key, { job, id: body.id });
    } else {
      promised.refused.push({ key: job.key, why: `${status} ${JSON.stringify(body)}` });
    }
  }

  async function untilEnded(key: string): Promise<void> {
    const taken = promised.runs.get(key);
    if (!taken) return;
    while (state.looks) {
      const { body } = await client.ask('GET', `/api/v1/runs/${taken.id}`);
      // One that is not there is counted at the end.
      if (body.status === undefined || hasEnded(body.status)) return;
      await delay(lookEveryMs);
    }
  }

  async function worker(): Promise<void> {
    while (state.gives) {
      state.given += 1;
      const job = createJob(random, seed, state.given, receiver);
      open.add(job.key);
      await give(job).catch((error: unknown) => {
        promised.refused.push({ key: job.key, why: String(error) });
      });
      await untilEnded(job.key);
      open.delete(job.key);
    }
  }

  async function approver(): Promise<void> {
    while (state.looks) {
      const pending = await client.all('/api/v1/approvals?status=pending');
      for (const { id } of pending) {
        const { status } = await client.ask('POST', `/api/v1/approvals/${id}`, {
          decision: 'approve',
        });
        if (status === 200 || status === 202) promised.approvals.add(id);
      }
      await delay(lookEveryMs);
    }
  }

  const ofAll = Promise.all([...Array.from({ length: atOnce }, worker), approver()]);
  ofAll.catch(() => undefined);

  return {
    promised,
    /** Jobs that have not ended. */
    open: () => [...open],
    /** Gives no more jobs; those that are open go on, and are approved. */
    stop() {
      state.gives = false;
    },
    /** Leaves Baton alone. */
    async close() {
      state.gives = false;
      state.looks = false;
      await ofAll.catch(() => undefined);
    },
  };
}

export type Load = Awaited<ReturnType<typeof startLoad>>;

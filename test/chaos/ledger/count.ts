import { hasEnded } from '../../../contracts/runs/run.ts';
import type { Evidence, Injected, JobEvidence } from './evidence.ts';
import { deathsIn, isCutOff, repeatsOf } from './repeats.ts';

/** What must not happen. */
export const figures = [
  'lost',
  'twice',
  'paid again',
  'stuck',
  'wrongly failed',
  'unbooked',
  'orders without a record',
] as const;
type Figure = (typeof figures)[number];

/** What faults explain, counted apart. */
export const explained = [
  'asked again: in flight at a kill',
  'asked again: cut off by the provider’s outage',
  'not booked: cut off by the provider’s outage',
  'failed in doubt: sent at most once',
  'quarantined: three workers died of one call',
] as const;
type Explained = (typeof explained)[number];
const quarantine: Explained = 'quarantined: three workers died of one call';

export type Case = { figure: Figure | Explained; runId: string; reason: string };

/** Compares what was promised and what happened outside with what is on record. */
export function countCases(evidence: Evidence): Case[] {
  return [
    ...evidence.refused.map(({ key, why }) => ({
      figure: 'wrongly failed' as const,
      runId: key,
      reason: `not accepted: ${why}`,
    })),
    ...evidence.jobs.flatMap((job) =>
      [
        ...lost(job, evidence.injected),
        ...twice(job),
        ...repeatsOf(job.questions, evidence.injected),
        ...stuck(job),
        ...failed(job, evidence.injected),
        ...unbooked(job, evidence.injected),
        ...unrecorded(job),
      ].map(([figure, reason]) => ({ figure, runId: job.id, reason })),
    ),
  ];
}

type Found = readonly [figure: Case['figure'], reason: string];

function* lost(evidence: JobEvidence, injected: readonly Injected[]): Generator<Found> {
  const { run, approvals, orders, job, messages, webhooks, notifications } = evidence;
  if (!run) return yield ['lost', 'the run that was accepted is not there'];
  for (const { id, status, isPromised } of approvals) {
    if (isPromised && status !== 'approved') yield ['lost', `the approval ${id} is ${status}`];
  }
  if (hasEnded(run.status) && !notifications.some(({ kind }) => kind === 'run-ended')) {
    yield ['lost', 'nobody was told of its end'];
  }
  const arrived = new Set(webhooks.map(({ id }) => id));
  for (const { id, status } of notifications.flatMap(({ deliveries }) => deliveries)) {
    if (status === 'delivered' && !arrived.has(id)) yield ['lost', `the webhook ${id}`];
  }
  if (run.status !== 'completed') return;
  const filled = orders.filter(({ status }) => status === 'filled').length;
  if (filled < job.orders) {
    const reason = `${filled} of ${job.orders} orders are filled`;
    const isQuarantined = evidence.quarantined.includes('create_paper_order');
    yield [isQuarantined && isWorn(evidence, injected) ? quarantine : 'lost', reason];
  }
  if (job.messages !== 'none' && messages.length === 0) yield ['lost', 'its message'];
}

function* twice({ begun, orders, job, messages, notifications }: JobEvidence): Generator<Found> {
  if (begun.length > 1) yield ['twice', `begun as ${begun.join(' and ')}`];
  if (orders.length > job.orders) yield ['twice', `${orders.length} orders`];
  const sent =
    job.messages === 'repeatable' ? new Set(messages.map(({ id }) => id)).size : messages.length;
  if (sent > 1) yield ['twice', `${sent} messages`];
  const ends = notifications.filter(({ kind }) => kind === 'run-ended').length;
  if (ends > 1) yield ['twice', `its end was told ${ends} times`];
}

function* stuck({ run, approvals, orders, notifications }: JobEvidence): Generator<Found> {
  if (run && !hasEnded(run.status)) yield ['stuck', `the run is ${run.status}`];
  for (const { id, status } of approvals) {
    if (status === 'pending') yield ['stuck', `the approval ${id} is pending`];
  }
  for (const { id, status } of orders) {
    if (!['filled', 'denied', 'canceled', 'expired'].includes(status)) {
      yield ['stuck', `the order ${id} is ${status}`];
    }
  }
  for (const { id, status } of notifications.flatMap(({ deliveries }) => deliveries)) {
    if (status !== 'delivered') yield ['stuck', `the webhook ${id} is ${status}`];
  }
}

/** A message that its receiver would not know again is not sent again after an attempt that broke off: that run fails. */
const inDoubt = /An earlier attempt of this call was interrupted|may have (?:taken effect|been)/;

function* failed(evidence: JobEvidence, injected: readonly Injected[]): Generator<Found> {
  const { run } = evidence;
  if (!run || !hasEnded(run.status) || run.status === 'completed') return;
  const { type = '', message = '', node = '' } = run.error ?? {};
  yield [
    causeOf(evidence, { type, message }, injected),
    `${run.status}: ${type} at ${node}: ${message}`,
  ];
}

function causeOf(
  evidence: JobEvidence,
  { type, message }: { type: string; message: string },
  injected: readonly Injected[],
): Case['figure'] {
  if (evidence.job.messages === 'once' && inDoubt.test(message))
    return 'failed in doubt: sent at most once';
  return type === 'Quarantined' && isWorn(evidence, injected) ? quarantine : 'wrongly failed';
}

/** Whether enough workers died since the job began for a call of it to be quarantined. */
function isWorn({ questions }: JobEvidence, injected: readonly Injected[]): boolean {
  const since = Math.min(...questions.map(({ askedAt }) => askedAt));
  return deathsIn(injected).filter(({ endedAt }) => endedAt >= since).length >= 3;
}

function* unbooked(
  { questions, booked }: JobEvidence,
  injected: readonly Injected[],
): Generator<Found> {
  const paid = questions.filter(({ begunAt }) => begunAt !== undefined);
  // Nobody can tell a provider that was not reached from one whose answer was lost on its first byte.
  let cutOff = paid.filter((question) => isCutOff(question, injected)).length;
  const reason = `the provider answered ${paid.length} calls, ${booked.calls} are booked`;
  for (let missing = paid.length - booked.calls; missing > 0; missing -= 1) {
    yield [cutOff > 0 ? 'not booked: cut off by the provider’s outage' : 'unbooked', reason];
    cutOff -= 1;
  }
  const tokens = paid.reduce((sum, { tokens: { input } }) => sum + input, 0);
  if (booked.calls === paid.length && booked.estimated === 0 && tokens !== booked.inputTokens) {
    yield ['unbooked', `${tokens} tokens were asked with, ${booked.inputTokens} are booked`];
  }
}

function* unrecorded({ run, orders, id }: JobEvidence): Generator<Found> {
  const named = JSON.stringify(run?.effects ?? []);
  for (const order of orders) {
    if (order.runId !== id) {
      yield ['orders without a record', `the order ${order.id} is of run ${order.runId}`];
    } else if (!named.includes(JSON.stringify(order.id))) {
      yield ['orders without a record', `the run does not name the order ${order.id}`];
    }
  }
}

import type { Question } from '../outside/provider.ts';
import type { Case } from './count.ts';
import type { Injected } from './evidence.ts';

/** A worker that is not heard of for so long counts as dead, and another attempt takes its call. */
const heartbeatMs = 4_000;
/** What was under way to the provider when its sender died arrives this late, on a busy machine. */
const arrivesWithinMs = 2_000;
/** npm that is killed takes the rest with it in an orderly way: that has ended by then. */
const endsWithinMs = 15_000;
/** From the last byte of an answer until it is on record, on a busy machine. */
const storedWithinMs = 3_000;

const workers = ['all', 'npm', 'baton', 'worker-1', 'worker-2'];
const records = ['disk', 'postgres'];

/** The questions that the provider had begun to answer, and that it was asked again, with what explains it. */
export function repeatsOf(
  questions: readonly Question[],
  injected: readonly Injected[],
): (readonly [Case['figure'], string])[] {
  const asked = [...questions].toSorted((one, other) => one.askedAt - other.askedAt);
  return asked.flatMap((question, index) => {
    const next = asked.slice(index + 1).find(({ id }) => id === question.id);
    if (!next || question.begunAt === undefined) return [];
    const reason = `${question.id} at ${clock(question.askedAt)} and ${clock(next.askedAt)}`;
    return [[explanationOf(question, next.askedAt, injected), reason] as const];
  });
}

function explanationOf(
  { askedAt, endedAt }: Question,
  againAt: number,
  injected: readonly Injected[],
): Case['figure'] {
  // Where the answer broke off, whatever broke it off came before it was asked for again.
  const arrivedBy = endedAt === undefined ? againAt : endedAt + storedWithinMs;
  const during = (from: number, to: number) => (fault: Injected) =>
    fault.beganAt <= to && fault.endedAt >= from;
  const away = injected
    .filter(({ target }) => records.includes(target))
    .filter(during(askedAt, arrivedBy));
  // What is away keeps an answer from being stored: a kill until then still finds it in flight.
  const storedBy = Math.max(arrivedBy, ...away.map((fault) => fault.endedAt + storedWithinMs));
  const isInFlight = during(askedAt - arrivesWithinMs, Math.min(storedBy, againAt));
  if (deathsIn(injected).some(isInFlight)) {
    return 'asked again: in flight at a kill';
  }
  const outages = injected.filter(({ target }) => target === 'provider');
  if (outages.some(during(askedAt, arrivedBy)))
    return 'asked again: cut off by the provider’s outage';
  return 'paid again';
}

/** Whether an outage of the provider may have cut an answer off before anything of it arrived. */
export function isCutOff({ askedAt, endedAt }: Question, injected: readonly Injected[]): boolean {
  const until = (endedAt ?? askedAt) + storedWithinMs;
  return injected.some(
    (fault) => fault.target === 'provider' && fault.beganAt <= until && fault.endedAt >= askedAt,
  );
}

/** The faults that end the calls of a worker. */
export function deathsIn(injected: readonly Injected[]): Injected[] {
  return injected
    .filter(
      ({ target, way, forMs }) =>
        workers.includes(target) && (way === 'kill' || (way === 'stop' && forMs >= heartbeatMs)),
    )
    .map((fault) =>
      fault.target === 'npm' ? { ...fault, endedAt: fault.beganAt + endsWithinMs } : fault,
    );
}

const clock = (at: number) => new Date(at).toISOString().slice(11, 23);

import { setTimeout as delay } from 'node:timers/promises';
import type { End, Fleet } from './fleet/fleet.ts';
import type { Injected } from './ledger/evidence.ts';
import type { Fault } from './plan.ts';

/** What is killed or stopped is to have been at work: a fault at the start of a process hits nothing. */
const needsReady = ['kill', 'stop'];

/** Carries out a plan, and says what it does. @returns the faults, once all of them are over. */
export async function injectFaults(
  plan: readonly Fault[],
  { targets, ready }: Fleet,
  { say, signal }: { say: (line: string) => void; signal?: AbortSignal | undefined },
): Promise<Injected[]> {
  const injected: Injected[] = [];
  const ends: Promise<void>[] = [];
  for (const fault of plan) {
    await delay(fault.afterMs, undefined, { signal });
    if (needsReady.includes(fault.way)) await ready();
    const begin = targets[fault.target]?.[fault.way];
    if (!begin) throw new Error(`Nothing can ${fault.way} ${fault.target}.`);
    const beganAt = Date.now();
    const end = await begin();
    const record: Injected = { ...fault, beganAt, endedAt: beganAt + fault.forMs };
    injected.push(record);
    say(shown(record));
    ends.push(endLater(record, end));
  }
  await Promise.all(ends);
  return injected;

  async function endLater(record: Injected, end: End): Promise<void> {
    await delay(record.forMs, undefined, { signal });
    await end();
    record.endedAt = Date.now();
  }
}

/** A fault as a line: `17  12:00:01.250  provider  hang 3.2 s`. */
function shown({ number, target, way, forMs, beganAt }: Injected): string {
  const time = new Date(beganAt).toISOString().slice(11, 23);
  const duration = forMs > 0 ? ` ${(forMs / 1_000).toFixed(1)} s` : '';
  return `${String(number).padStart(4)}  ${time}  ${target.padEnd(9)} ${way}${duration}`;
}

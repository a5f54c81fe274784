import { randomUUID } from 'node:crypto';
import { ApplicationFailure, CancelledFailure, Context } from '@temporalio/activity';
import type { Info } from '@temporalio/activity';
import { stepKeyText } from '../../contracts/activities/index.ts';
import type {
  CalledAgain,
  CallSoFar,
  CallWaiting,
  StepKey,
  Worked,
} from '../../contracts/activities/index.ts';
import { atWorkWith, hasOthersAtWork, inTurn } from './beside.ts';
import { tooLate, usedUp } from './last-try.ts';
import { isReplaced } from './replaced.ts';
import type { RunError } from '../../contracts/runs/run.ts';

/** A call that has ended its worker this often is not made again, unless others were at work beside it the last time. */
const mostDeaths = 3;
/** One whose worker has died this often is made again in its turn, with no other such call beside it. */
const deathsOfSuspects = 2;

/** Temporal passes on one heartbeat a second: to tell the same again sooner takes work, and reaches nobody. */
const sameAgainMs = 500;

/** A try that was silent this long before its time limit was not stopped by that limit. */
const nearLimitMs = 5_000;

/** What heartbeats tell of the tries of an activity, so that the next one knows it. */
type Told = Worked & {
  deaths?: number;
  failures?: number;
  /**
   * Set while a try goes on: one that does not take it back has ended with its worker. `workedMs` is what this try has
   * worked, `Told.workedMs` what all have; `isBeside` says that others were at work, any of which may end the worker,
   * `process` in which one: an attempt in one that lives was taken for dead while Temporal was silent.
   */
  open?: { attempt: number; ms: number; isBeside?: true; process?: string } & Worked;
};

/** How the tries of a call have ended, and what heartbeats tell of it. */
type Tries = {
  /** Tries whose worker died while they were at work. */
  deaths: number;
  /** Whether it was this call that ended its workers, as far as anyone can tell. */
  isCondemned: boolean;
  /** Tries that failed. */
  failures: number;
  elapsedMs(): number;
  /** How long the try may still take, so that it ends by itself. */
  leftMs(): number;
  /**
   * Tells that the try is at work, unless it has just told so.
   * @param worked says for how long; left out, what was given last is asked again.
   */
  tellOpen(worked?: () => Worked): void;
  /** Tells that the try waits for its turn. */
  tellQueued(): void;
  /** The try has its turn: until it ends, what ends the worker is this call. */
  beginTurn(): void;
  /** Tells that the try has ended. */
  tellEnded(failures: number): void;
  /** Whether Temporal has heard nothing of the try for longer than it waits for. */
  wasSilent(): boolean;
};

const thisProcess = randomUUID().slice(0, 8);

const triesByActivity = new WeakMap<Context, Tries>();

/** The tries of the activity that runs; one that is made again begins with those of `soFar`. */
export function triesOfActivity(soFar: CallSoFar = {}): Tries {
  const context = Context.current();
  const known = triesByActivity.get(context);
  if (known) return known;
  const tries = readTries(context, soFar);
  triesByActivity.set(context, tries);
  return tries;
}

/** Whether an attempt has told nothing for longer than Temporal waits for: its process stood still. */
export const wasSilent = (context: Context): boolean =>
  triesByActivity.get(context)?.wasSilent() ?? false;

function readTries({ info, heartbeat }: Context, soFar: CallSoFar): Tries {
  const { attempt, startToCloseTimeoutMs, heartbeatTimeoutMs = Infinity } = info;
  const told = toldBefore(info);
  const lost = told.open && told.open.attempt < attempt ? told.open : undefined;
  const isLate = lost !== undefined && lost.ms >= startToCloseTimeoutMs - nearLimitMs;
  const isHere = lost?.process === thisProcess;
  const isDeath = lost !== undefined && !isLate && !isHere && !diedInQueue(info);
  const deaths = (told.deaths ?? soFar.deaths ?? 0) + (isDeath ? 1 : 0);
  const failures = (told.failures ?? soFar.failures ?? 0) + (isLate ? 1 : 0);
  const isCondemned = isDeath && !lost.isBeside && deaths >= mostDeaths;
  let isInTurn = false;
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  let heardAt = startedAt;
  let isSilent = false;
  let lastOpen: { ms: number; isBeside: boolean } | undefined;
  const hasBeenSilent = () => (isSilent ||= performance.now() - heardAt > heartbeatTimeoutMs);
  const tell = (news: Told) => {
    hasBeenSilent();
    heardAt = performance.now();
    lastOpen = undefined;
    heartbeat(news);
  };
  let latest = (): Worked => (told.workedMs === undefined ? {} : { workedMs: told.workedMs });
  return {
    deaths,
    failures,
    isCondemned,
    elapsedMs,
    leftMs: () => ownLimitMs(startToCloseTimeoutMs) - elapsedMs(),
    tellOpen(worked = latest) {
      latest = worked;
      const ms = Math.round(elapsedMs());
      const isBeside = hasOthersAtWork({ isInTurn });
      if (lastOpen?.isBeside === isBeside && ms - lastOpen.ms < sameAgainMs) return;
      const ofAll = worked();
      const { workedMs } = ofAll;
      const ofTry = workedMs === undefined ? {} : { workedMs: workedMs - (told.workedMs ?? 0) };
      const beside = isBeside && ({ isBeside } as const);
      const open = { attempt, ms, ...ofTry, ...beside, process: thisProcess };
      tell({ ...ofAll, deaths, failures, open });
      lastOpen = { ms, isBeside };
    },
    tellQueued() {
      const ms = Math.round(elapsedMs());
      const open = { attempt, ms, workedMs: 0, isBeside: true } as const;
      tell({ ...latest(), deaths, failures, open });
    },
    beginTurn() {
      isInTurn = true;
    },
    tellEnded(until) {
      tell({ ...latest(), deaths, failures: until });
    },
    wasSilent: hasBeenSilent,
  };
}

/** Heartbeats come once a second: a try that was alive for so long and had not worked was still in a queue. */
const noticedMs = 1_000;

type Heartbeats = Pick<Info, 'heartbeatDetails'>;

/** Whether heartbeats of this try may have told by now that it waits in a queue. */
export function isLongUnderWay(): boolean {
  return triesOfActivity().elapsedMs() >= noticedMs / 2;
}

/** Whether the try before this one ended with its worker while it waited for its turn. */
export function diedInQueue(info: Heartbeats): boolean {
  const { open, workedMs: ofAll } = toldBefore(info);
  // Before 'open' had its own, a heartbeat told only what all tries had worked.
  return open !== undefined && open.ms >= noticedMs && (open.workedMs ?? ofAll) === 0;
}

/** Whether the try before this one ended with its worker and may have been at work by then. */
export function diedAtWork(info: Heartbeats): boolean {
  return toldBefore(info).open !== undefined && !diedInQueue(info);
}

/** The latest try before this one that heartbeats tell of: one that died right after its start had none. */
export function lastHeardOf(info: Heartbeats & Pick<Info, 'attempt'>): number {
  if (info.heartbeatDetails === undefined) return 0;
  return toldBefore(info).open?.attempt ?? info.attempt - 1;
}

function toldBefore({ heartbeatDetails }: Heartbeats): Told {
  return (heartbeatDetails ?? {}) as Told;
}

/** Whether a moment has come; one that is left out does not come. */
export const isPast = (ms: number = Infinity): boolean => Date.now() >= ms;

/** A little less than Temporal's own limit of a try, so that its end is ours. */
export function ownLimitMs(limitMs: number): number {
  return Math.max(1, Math.floor(limitMs - Math.min(5_000, limitMs / 10)));
}

type Call = StepKey & CalledAgain;

/**
 * The same call with its tries counted here and not by Temporal: only one that fails by itself uses one up. Its worker's end,
 * by an update, a kill or a lack of memory, does not; but a call that ends its worker again and again is quarantined. Of the
 * calls that a worker dies with, one alone is the cause: those that died twice are made again one after the other.
 * @param onQuarantined puts it on record.
 * @throws `Quarantined`, for good, in place of another try of a call that has ended three workers, the last of them alone.
 */
export function withCountedTries<Input extends Call, Result>(
  call: (input: Input) => Promise<Result>,
  onQuarantined: (key: StepKey, attempt: number, error: RunError) => Promise<unknown>,
): (input: Input) => Promise<Result> {
  return async (input) => {
    const { info } = Context.current();
    // Temporal counts those of local activities, which have no heartbeat.
    if (info.isLocal) return call(input);
    const { maximumAttempts = Infinity, soFar } = input;
    const tries = triesOfActivity(soFar);
    const { deaths, failures, isCondemned } = tries;
    if (failures >= maximumAttempts) throw tooLate();
    try {
      if (isCondemned) throw await quarantined(input, info.attempt);
      const work = () => atWorkWith(() => call(input));
      const result = await (deaths >= deathsOfSuspects ? inTurn(tries, work) : work());
      return isWaiting(result) ? withTries(result, { deaths, failures }) : result;
    } catch (error) {
      const isCounted =
        !(error instanceof CancelledFailure) && !isOfOutage(error) && !isReplaced(error);
      tries.tellEnded(failures + (isCounted ? 1 : 0));
      throw isCounted && failures + 1 >= maximumAttempts ? usedUp(error) : error;
    }
  };

  async function quarantined(input: Input, attempt: number): Promise<ApplicationFailure> {
    const { runId, nodePath, step } = input;
    const message =
      `The call crashed its worker ${mostDeaths} times, so Baton does not retry it. Check the log and the ` +
      `memory of the worker for ${stepKeyText(input)}. Then change the call, or give workers more memory, and start the run again.`;
    const type = 'Quarantined';
    await onQuarantined({ runId, nodePath, step }, attempt, { type, message });
    return ApplicationFailure.nonRetryable(message, type);
  }
}

function isWaiting(result: unknown): result is CallWaiting {
  return (result as Partial<CallWaiting>).status === 'waiting';
}

/** Deaths count for as long as the call goes on; failures begin anew once the call got as far as to wait as it should. */
function withTries<Result extends CallWaiting>(
  result: Result,
  { deaths, failures }: Required<Pick<CallSoFar, 'deaths' | 'failures'>>,
): Result {
  const counted = {
    ...(deaths > 0 && { deaths }),
    ...(result.away !== undefined && failures > 0 && { failures }),
  };
  if (Object.keys(counted).length === 0) return result;
  return { ...result, soFar: { ...result.soFar, ...counted } };
}

/** Whether a failure tells of an outage: Temporal makes the call again until it is over. */
function isOfOutage(error: unknown): boolean {
  const told = error instanceof ApplicationFailure ? error.details?.[1] : undefined;
  return (told as { away?: string } | null | undefined)?.away !== undefined;
}

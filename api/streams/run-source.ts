import { runChannel } from '../../contracts/runs/events.ts';
import type { RunNotice, StreamEvent, ToolProgressEvent } from '../../contracts/runs/events.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import type { RunCallEvent } from '../../contracts/runs/call-events.ts';
import type { RunChange } from '../../contracts/runs/run-events.ts';
import type { RunPicture } from '../../contracts/runs/run-picture.ts';
import type { Services } from '../services.ts';
import { readChanges, readPicture } from './read-run.ts';
import { isSame, runChanges, stepChange } from './run-changes.ts';

/** How often the records are looked at, whatever the bus brings. */
const lookEveryMs = 1_000;
/** The least time between two looks. */
const leastPauseMs = 250;

type Heard = StreamEvent | RunNotice | ToolProgressEvent;

/** What tells of a run while it goes on. */
export type RunSource = {
  /** What the records say at the beginning. */
  picture: RunPicture;
  /**
   * Tells what changes from then on, until the run is over or `stop` is called.
   * @param options.current gives the picture with all that was told.
   */
  start(options: { current: () => RunPicture; tell: (change: RunChange) => void }): void;
  stop(): void;
};

/**
 * Opens what tells of a run: what activities publish comes at once by the bus; what only the workflow and the
 * records know is looked up after each of that, and once a second. Without the bus, everything that is on
 * record still comes.
 * @param onError told of looks that failed: the next one is tried all the same.
 */
export async function openRunSource(
  services: Services,
  runId: string,
  onError: (error: unknown) => void,
): Promise<RunSource> {
  let heard: Heard[] = [];
  let hear = (event: Heard): void => void heard.push(event);
  const unsubscribe = await services.bus
    .subscribe<Heard>(runChannel(runId), (event) => hear(event))
    .catch(() => () => undefined);
  const picture = await readPicture(services, runId).catch((error: unknown) => {
    unsubscribe();
    throw error;
  });
  let stopLooking = () => {};
  let isStopped = false;

  return {
    picture,

    start({ current, tell }) {
      if (isStopped) return;
      const touched = new Set<string>();
      const looks = repeatLooks(look, onError);
      stopLooking = looks.stop;
      hear = (event) => {
        if (event.type === 'step-written') {
          const { step } = event;
          touched.add(step.key);
          const known = current().steps.findLast(({ key }) => key === step.key);
          if (!isSame(known, step)) tell(stepChange(step));
        } else if (event.type === 'plan-written') {
          tell({ type: 'plan', plan: event.plan });
        } else if (event.type === 'tool-progress') {
          tell(progressEvent(event));
          return;
        } else if (event.type !== 'run-written' && event.type !== 'approval-written') {
          tell(callEvent(event));
          return;
        }
        looks.soon();
      };
      for (const event of heard) hear(event);
      heard = [];

      /** Gives whether there is more to come. */
      async function look(): Promise<boolean> {
        touched.clear();
        const read = await readChanges(services, current());
        if (isStopped) return false;
        // What was heard since is newer than what was read.
        const steps = read.steps.filter(({ key }) => !touched.has(key));
        for (const change of runChanges(current(), { ...read, steps })) tell(change);
        const isOver = hasEnded(read.run.status);
        const isComplete = isOver && !read.steps.some(({ status }) => status === 'running');
        if (isComplete) unsubscribe();
        return !isComplete;
      }
    },

    stop() {
      isStopped = true;
      stopLooking();
      unsubscribe();
    },
  };
}

function callEvent(event: StreamEvent): RunCallEvent {
  const { runId: _runId, nodePath = '', step = '', ...rest } = event;
  // Calls of runs ignore nothing: no client has set anything.
  return { ...(rest as Omit<RunCallEvent, 'nodePath' | 'step'>), nodePath, step } as RunCallEvent;
}

function progressEvent({ runId: _runId, ...rest }: ToolProgressEvent): RunChange {
  return rest;
}

/** Looks now, again when asked to, and in time; one look at a time, until one says that it was the last. */
function repeatLooks(look: () => Promise<boolean>, onError: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isAsked = false;
  let isOver = false;
  let lookedAt = 0;

  async function run(): Promise<void> {
    clearTimeout(timer);
    isLooking = true;
    isAsked = false;
    lookedAt = performance.now();
    try {
      isOver ||= !(await look());
    } catch (error) {
      onError(error);
    }
    isLooking = false;
    if (!isOver) next(isAsked ? leastPauseMs : lookEveryMs);
  }

  function next(pauseMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), Math.max(0, lookedAt + pauseMs - performance.now()));
  }

  void run();
  return {
    soon(): void {
      isAsked = true;
      if (!isLooking && !isOver) next(leastPauseMs);
    },
    stop(): void {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

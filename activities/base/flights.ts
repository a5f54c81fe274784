import { AsyncLocalStorage } from 'node:async_hooks';
import { Context } from '@temporalio/activity';
import { wasSilent } from './tries.ts';

/** How long a call that Temporal has given up goes on until another attempt takes it over, here or in another process. */
const takenOverWithinMs = 10_000;

const flown = new AsyncLocalStorage<Pick<Flight<unknown>, 'stop' | 'latest'>>();

/** Aborts when nobody wants the call any more: unlike Temporal's own, not where an attempt that lives was taken for dead. */
export function stopSignal(): AbortSignal {
  return flown.getStore()?.stop.signal ?? Context.current().cancellationSignal;
}

/** Whether Temporal took this attempt for dead, such as while it was silent itself: it has made another, or will. */
export function isGivenUp({ cancellationDetails }: Pick<Context, 'cancellationDetails'>): boolean {
  const { notFound, timedOut, cancelRequested, workerShutdown } = cancellationDetails ?? {};
  return (notFound === true || timedOut === true) && !cancelRequested && !workerShutdown;
}

/**
 * Whether another attempt takes this one's place: Temporal has said so, or has heard nothing for so long that it
 * must have, as when the process stood still. What has not begun is then for the other one to begin.
 */
export function hasBeenReplaced(): boolean {
  const context = flown.getStore()?.latest ?? Context.current();
  return isGivenUp(context) || wasSilent(context);
}

type Flight<Result> = { work: Promise<Result>; stop: AbortController; latest: Context };

/**
 * What is paid for when it is begun anew: an attempt that comes while the one before it is still at work in this process waits
 * for what that one comes to.
 */
export function createFlights<Result>() {
  const flights = new Map<string, Flight<Result>>();

  /**
   * @param work begins where none goes on under `key`; its `stopSignal` is that of all that wait for it.
   * @param join is given what goes on, where some does.
   */
  return async function fly(
    key: string,
    work: () => Promise<Result>,
    join: (flight: Promise<Result>) => Promise<Result>,
  ): Promise<Result> {
    const context = Context.current();
    const known = flights.get(key);
    const flight = known ?? begin(key, { context, work });
    flight.latest = context;
    const { cancellationSignal } = context;
    let timer: NodeJS.Timeout | undefined;
    const stop = () => flight.stop.abort(cancellationSignal.reason);
    const onCancel = () => {
      if (!isGivenUp(context)) stop();
      else timer = setTimeout(() => flight.latest === context && stop(), takenOverWithinMs);
    };
    if (cancellationSignal.aborted) onCancel();
    else cancellationSignal.addEventListener('abort', onCancel, { once: true });
    try {
      return await (known ? join(flight.work) : flight.work);
    } finally {
      clearTimeout(timer);
      cancellationSignal.removeEventListener('abort', onCancel);
    }
  };

  function begin(
    key: string,
    { context, work }: { context: Context; work: () => Promise<Result> },
  ): Flight<Result> {
    const shared = { stop: new AbortController(), latest: context };
    const run = async () => {
      try {
        return await flown.run(shared, work);
      } finally {
        flights.delete(key);
      }
    };
    const flight = Object.assign(shared, { work: run() });
    flights.set(key, flight);
    return flight;
  }
}

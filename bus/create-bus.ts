import type { Bus } from './bus.ts';
import type { RedisEnvironment } from './env.ts';
import { createRedisBus } from './redis.ts';
import { EventEmitter } from 'node:events';
import type { BusEvent } from '../contracts/runs/events.ts';

/**
 * The bus of the processes that share `REDIS_URL`, or of this process alone where that is not set.
 * @param onError told of what goes wrong in the background.
 */
export function createBus(
  { REDIS_URL: url }: RedisEnvironment,
  onError: (error: unknown) => void,
): Bus {
  return url ? createRedisBus(url, onError) : createMemoryBus(onError);
}

/**
 * The bus of one process.
 * @param onError told of listeners that throw.
 */
export function createMemoryBus(onError: (error: unknown) => void = console.error): Bus {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    publish: (channel, event) => void emitter.emit(channel, event),
    async subscribe<Event extends BusEvent>(channel: string, listener: (event: Event) => void) {
      // A function of its own for each subscription, so that stopping one leaves the others.
      const hear = (event: Event) => {
        try {
          listener(event);
        } catch (error) {
          onError(error);
        }
      };
      emitter.on(channel, hear);
      return () => void emitter.off(channel, hear);
    },
    close: async () => void emitter.removeAllListeners(),
  };
}

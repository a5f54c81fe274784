import { EventEmitter } from 'node:events';
import type { BusEvent } from '../contracts/runs/events.ts';
import type { Bus } from './bus.ts';

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

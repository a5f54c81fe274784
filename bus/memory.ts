import { EventEmitter } from 'node:events';
import type { Bus } from './bus.ts';

/** The bus of one process. */
export function createMemoryBus(): Bus {
  const emitter = new EventEmitter().setMaxListeners(0);
  return {
    publish: (channel, event) => void emitter.emit(channel, event),
    async subscribe(channel, listener) {
      emitter.on(channel, listener);
      return () => void emitter.off(channel, listener);
    },
    close: async () => void emitter.removeAllListeners(),
  };
}

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStreamStore } from '../../../../web/src/api/streams/stream-store.ts';
import type { StreamSocket } from '../../../../web/src/api/streams/follow-stream.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('continues where it was when somebody looks again', () => {
  const opened: { after: string | undefined; events: EventTarget }[] = [];
  const store = createStreamStore<{ type: string }, string[]>({
    open(after) {
      const events = new EventTarget();
      opened.push({ after, events });
      return {
        addEventListener: (type: string, hear: (event: never) => void) =>
          events.addEventListener(type, hear as unknown as EventListener),
        close: () => undefined,
      } as StreamSocket;
    },
    initial: [],
    apply: (value, { position }) => [...value, position],
  });
  const leave = store.subscribe(() => undefined);
  const [first] = opened;
  first!.events.dispatchEvent(new Event('open'));
  const data = JSON.stringify({ type: 'step', position: '7-0' });
  first!.events.dispatchEvent(Object.assign(new Event('message'), { data }));
  leave();
  vi.runAllTimers();

  store.subscribe(() => undefined)();
  expect(opened.map(({ after }) => after)).toEqual([undefined, '7-0']);
  expect(store.get().value).toEqual(['7-0']);
});

import { expect, test, vi } from 'vitest';
import { createShutdown } from '../../../bin/start/shutdown.ts';

test('what was started last is stopped first', async () => {
  const stopped: string[] = [];
  const shutdown = createShutdown(() => {});
  shutdown.add(() => stopped.push('database'));
  shutdown.add(async () => stopped.push('workers'));
  shutdown.add(() => stopped.push('API'));
  await shutdown.stop();
  expect(stopped).toEqual(['API', 'workers', 'database']);
});

test('one that cannot be stopped does not keep the others running', async () => {
  const onError = vi.fn();
  const stopDatabase = vi.fn();
  const shutdown = createShutdown(onError);
  shutdown.add(stopDatabase);
  shutdown.add(() => Promise.reject(new Error('stuck')));
  await shutdown.stop();
  expect(stopDatabase).toHaveBeenCalledOnce();
  expect(onError).toHaveBeenCalledWith(new Error('stuck'));
});

test('everything is stopped once, however often it is asked', async () => {
  const stop = vi.fn();
  const shutdown = createShutdown(() => {});
  shutdown.add(stop);
  await Promise.all([shutdown.stop(), shutdown.stop()]);
  expect(stop).toHaveBeenCalledOnce();
});

import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort, PortTaken, requireFreePorts } from '../../../bin/start/ports.ts';

async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return (server.address() as AddressInfo).port;
}

test('a taken port is named, with its use and the variable that moves it', async () => {
  const port = await takenPort();
  const free = await findFreePort();
  const required = requireFreePorts([
    { port: free, use: 'the Temporal server', variable: 'BATON_TEMPORAL_PORT' },
    { port, use: 'the API', variable: 'PORT' },
  ]);
  await expect(required).rejects.toThrow(PortTaken);
  await expect(required).rejects.toThrow(
    new RegExp(`Port ${port}, needed for the API, is in use .* set PORT to a free port`),
  );
});

test('free ports are fine, and stay free', async () => {
  const port = await findFreePort();
  const required = [{ port, use: 'the API', variable: 'PORT' }];
  await requireFreePorts(required);
  await expect(requireFreePorts(required)).resolves.toBeUndefined();
});

test('a free port is none of those that the system gives to connections', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => findFreePort()));
  expect(Math.max(...ports)).toBeLessThan(32_768);
});

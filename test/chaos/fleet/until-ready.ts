import { setTimeout as delay } from 'node:timers/promises';

const mostMs = 300_000;

/** Waits until a Baton says that it is ready. @throws {Error} after five minutes. */
export async function untilReady(url: string): Promise<void> {
  const deadline = Date.now() + mostMs;
  let last = '';
  while (Date.now() < deadline) {
    const signal = AbortSignal.timeout(5_000);
    try {
      const response = await fetch(`${url}/ready`, { signal });
      if (response.ok) return;
      last = await response.text();
    } catch (error) {
      last = String(error);
    }
    await delay(200);
  }
  throw new Error(`${url} was not ready for ${mostMs / 60_000} minutes: ${last}`);
}

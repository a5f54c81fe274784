import { describe, expect, it, vi } from 'vitest';
import { createAttendance } from '../../../api/calls/calls.ts';

class Ended extends Error {}

function attended() {
  const stop = vi.fn(async () => undefined);
  const attendance = createAttendance(stop, (error) => error instanceof Ended);
  const { signal } = new AbortController();
  return { stop, wait: (how: () => Promise<unknown>) => attendance.attend('gw_1', signal, how) };
}

describe('a call', () => {
  it('is stopped when the last who waits for it gives up', async () => {
    const { stop, wait } = attended();
    const answer = Promise.withResolvers();
    const second = wait(() => answer.promise);
    await expect(wait(() => Promise.reject(new Error('no reply')))).rejects.toThrow('no reply');
    expect(stop).not.toHaveBeenCalled();
    answer.reject(new Error('no reply'));
    await expect(second).rejects.toThrow('no reply');
    expect(stop).toHaveBeenCalledExactlyOnceWith('gw_1');
  });

  it('is left as it is when it has ended, with success or failure', async () => {
    const { stop, wait } = attended();
    await wait(async () => 'yes');
    await expect(wait(() => Promise.reject(new Ended('failed')))).rejects.toThrow('failed');
    expect(stop).not.toHaveBeenCalled();
  });
});

import { expect, it } from 'vitest';
import type { StoredPipeline } from '../../../../../contracts/api/index.ts';
import type { Expected } from '../../../../../web/src/api/pipelines.ts';
import { ApiProblem } from '../../../../../web/src/api/request.ts';
import { createSender } from '../../../../../web/src/pages/editor/commands/sender.ts';

/** A server with one pipeline, whose answers can be lost. */
function fakeServer(initial: string | undefined) {
  let text = initial;
  let losses = 0;
  const stored = (): StoredPipeline =>
    ({ name: 'mine', text, revision: `#${text}` }) as StoredPipeline;
  return {
    unanswered: new Set<string>(),
    now: () => text,
    put: (other: string | undefined) => {
      text = other;
    },
    loseNextAnswer: () => {
      losses += 1;
    },
    read: async () => (text === undefined ? undefined : stored()),
    save: async (_name: string, sent: string, expected: Expected) => {
      const found = text === undefined ? 'nothing' : `#${text}`;
      if (found !== (expected === 'nothing' ? expected : expected.revision))
        throw new ApiProblem(412, 'it has changed');
      text = sent;
      if (losses === 0) return stored();
      losses -= 1;
      throw new ApiProblem(0, 'no answer');
    },
  };
}

it('goes on from what it has stored itself, though the answer to that was lost', async () => {
  const server = fakeServer('first');
  const send = createSender(server);
  server.loseNextAnswer();
  await expect(send('mine', 'second', { revision: '#first' })).rejects.toMatchObject({ status: 0 });
  expect(await send('mine', 'third', { revision: '#first' })).toMatchObject({
    stored: { text: 'third', revision: '#third' },
  });
  expect(server.now()).toBe('third');
});

it('does so for a new pipeline, and where several answers were lost', async () => {
  const server = fakeServer(undefined);
  const send = createSender(server);
  for (const text of ['first', 'second']) {
    server.loseNextAnswer();
    // oxlint-disable-next-line no-await-in-loop -- one is sent after the other
    await expect(send('mine', text, 'nothing')).rejects.toMatchObject({ status: 0 });
  }
  expect(await send('mine', 'third', 'nothing')).toMatchObject({ stored: { text: 'third' } });
});

it('takes the same text that is stored already for saved', async () => {
  const server = fakeServer('first');
  const send = createSender(server);
  server.loseNextAnswer();
  await expect(send('mine', 'second', { revision: '#first' })).rejects.toMatchObject({ status: 0 });
  expect(await send('mine', 'second', { revision: '#first' })).toMatchObject({
    stored: { revision: '#second' },
  });
});

it('leaves what somebody else has stored, also where an answer was lost before', async () => {
  const server = fakeServer('first');
  const send = createSender(server);
  server.loseNextAnswer();
  await expect(send('mine', 'second', { revision: '#first' })).rejects.toMatchObject({ status: 0 });
  server.put('theirs');
  expect(await send('mine', 'third', { revision: '#first' })).toMatchObject({
    other: { text: 'theirs' },
  });
  expect(server.now()).toBe('theirs');
});

it('does not take its own text of long ago for its last one', async () => {
  const server = fakeServer('first');
  const send = createSender(server);
  server.loseNextAnswer();
  await expect(send('mine', 'second', { revision: '#first' })).rejects.toMatchObject({ status: 0 });
  await send('mine', 'third', { revision: '#first' });
  server.put('second');
  expect(await send('mine', 'fourth', { revision: '#third' })).toMatchObject({
    other: { text: 'second' },
  });
});

it('tells of a pipeline that is gone', async () => {
  const server = fakeServer(undefined);
  expect(await createSender(server)('mine', 'second', { revision: '#first' })).toEqual({
    other: undefined,
  });
});

it('sends one text at a time', async () => {
  const server = fakeServer('first');
  const send = createSender(server);
  const first = send('mine', 'second', { revision: '#first' });
  expect(await send('mine', 'third', { revision: '#first' })).toBeUndefined();
  expect(await first).toMatchObject({ stored: { text: 'second' } });
  expect(await send('mine', 'third', { revision: '#second' })).toMatchObject({
    stored: { text: 'third' },
  });
});

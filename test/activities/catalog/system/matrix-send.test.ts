import { describe, expect, test } from 'vitest';
import { matrixSend } from '../../../../activities/catalog/system/matrix-send.ts';
import { answerWith, startWebServer } from '../../network/web-server.ts';
import type { Answering } from '../../network/web-server.ts';
import { toolOf } from '../../tools/outside.ts';

const message = { room: '!desk:example.org', text: 'closed above' };

async function matrixOf(answer: Answering, settings: Record<string, string> = {}) {
  const { origin, asked } = await startWebServer(answer);
  const tool = await toolOf(matrixSend, {
    settings: { BATON_MATRIX_URL: `${origin}/`, BATON_MATRIX_TOKEN: 'syt_secret', ...settings },
  });
  return { ...tool, asked };
}

const refusal = (status: number, body: object): Answering =>
  answerWith(JSON.stringify(body), 'application/json', status);

describe('matrix_send', () => {
  test('puts a message into a room, under a transaction that is the same on every try', async () => {
    const { run, asked, spec } = await matrixOf(refusal(200, { event_id: '$event' }));
    expect(spec.sideEffect).toBe(true);
    expect(await run(message, { key: 'run/send#tool' })).toEqual({
      room: '!desk:example.org',
      eventId: '$event',
    });
    await run(message, { key: 'run/send#tool' });
    await run(message, { key: 'run/other#tool' });
    expect(asked[0]).toMatchObject({
      method: 'PUT',
      url: expect.stringMatching(
        /^\/_matrix\/client\/v3\/rooms\/!desk%3Aexample\.org\/send\/m\.room\.message\/[0-9a-f]{64}$/,
      ),
      body: '{"msgtype":"m.text","body":"closed above"}',
      headers: expect.objectContaining({ authorization: 'Bearer syt_secret' }),
    });
    expect(asked[1]?.url).toBe(asked[0]?.url);
    expect(asked[2]?.url).not.toBe(asked[0]?.url);
  });

  test('waits as long as the homeserver asks for', async () => {
    const body = { errcode: 'M_LIMIT_EXCEEDED', error: 'Too Many Requests', retry_after_ms: 2000 };
    const { run } = await matrixOf(refusal(429, body));
    await expect(run(message)).rejects.toMatchObject({ code: 'RATE_LIMIT', retryAfterMs: 2000 });
  });

  test.each([
    [403, 'M_FORBIDDEN', /let the user .* join !desk:example.org/, false],
    [401, 'M_UNKNOWN_TOKEN', /set a new BATON_MATRIX_TOKEN/, false],
    [500, 'M_UNKNOWN', /M_UNKNOWN: why/, true],
  ])('says what to do at %i %s', async (status, errcode, text, retryable) => {
    const { run } = await matrixOf(refusal(status, { errcode, error: 'why' }));
    const failed = run(message);
    await expect(failed).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: expect.stringMatching(text),
      retryable,
    });
    await expect(failed).rejects.not.toThrow('syt_secret');
  });

  test('is waited for while the homeserver, or what is before it, is down', async () => {
    const away = { what: 'the Matrix homeserver' };
    const { run } = await matrixOf(refusal(502, {}));
    await expect(run(message)).rejects.toMatchObject({ away });
    const refused = await matrixOf(refusal(500, {}));
    await expect(refused.run(message)).rejects.toMatchObject({ away: undefined });
  });

  test('sends to the rooms that are allowed, and may send again where nobody answered', async () => {
    const { run, asked } = await matrixOf(refusal(200, { event_id: '$event' }), {
      BATON_MATRIX_ROOMS: '!ops:example.org, !desk2:example.org',
    });
    await expect(run(message)).rejects.toThrow(
      /!desk:example.org is not an allowed room.*BATON_MATRIX_ROOMS.*!ops:example.org/,
    );
    expect(asked).toEqual([]);
    await expect(run({ ...message, room: '#desk:example.org' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    const broken = await matrixOf((_asked, response) => void response.socket?.destroy());
    await expect(broken.run(message)).rejects.toMatchObject({ retryable: true });
  });

  test('says what to set', async () => {
    const { spec } = await toolOf(matrixSend);
    expect(spec.missing).toBe('set BATON_MATRIX_URL and BATON_MATRIX_TOKEN');
  });
});

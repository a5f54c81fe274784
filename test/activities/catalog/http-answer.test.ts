import { expect, it } from 'vitest';
import { showAnswer } from '../../../activities/catalog/http-answer.ts';

it('shows JSON that a server nests 200,000 deep as text', () => {
  const body = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const answer = {
    url: 'https://example.com/',
    status: 200,
    mediaType: 'application/json',
    headers: {},
    body: Buffer.from(body),
  };
  const shown = showAnswer(answer);
  expect(shown['json']).toBeUndefined();
  expect(shown['text']).toBe(body);
});

import { expect, test } from 'vitest';
import { RequestRefused } from '../../../bin/client/errors.ts';

const refusal = {
  type: 'urn:baton:problem:not-found',
  title: 'Not found',
  status: 404,
  instance: '/',
};

test('a refused request names the command that helps', () => {
  const help = { request: 'GET /api/v1/runs', does: 'lists all runs' };
  const { message } = new RequestRefused({ ...refusal, detail: 'Run x not found.', help });
  expect(message).toBe('Run x not found. npx baton runs lists all runs.');
});

test('a missing version names the command that lists the versions', () => {
  const help = { request: 'GET /api/v1/pipelines/dinner/versions', does: 'lists its versions' };
  const { message } = new RequestRefused({ ...refusal, detail: 'No version 9.', help });
  expect(message).toBe('No version 9. npx baton versions dinner lists its versions.');
});

test('a refused request names the API request that helps if no command does the same', () => {
  const help = { request: 'GET /api/v1/alerts', does: 'lists all alerts' };
  const { message } = new RequestRefused({ ...refusal, detail: 'Alert x not found.', help });
  expect(message).toBe('Alert x not found. GET /api/v1/alerts lists all alerts.');
});

test('a refused request leaves the words of the server as they are', () => {
  const detail = 'Write an id from GET /api/v1/runs here.';
  expect(new RequestRefused({ ...refusal, detail }).message).toBe(detail);
});

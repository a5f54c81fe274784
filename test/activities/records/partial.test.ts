import { expect, test } from 'vitest';
import { partialOf } from '../../../activities/records/observation-records.ts';
import type { ChatMessage } from '../../../contracts/models/messages.ts';

const task: ChatMessage = { role: 'user', text: 'Analyse SPX' };

function answer(text: string): ChatMessage {
  return { role: 'assistant', text, toolCalls: [] };
}

function result(name: string, text: string, isError = false): ChatMessage {
  return { role: 'tool', callId: name, name, text, isError };
}

test('says what was found, and that the result is missing where there is no plan', () => {
  const messages = [
    task,
    answer('First the price.'),
    result('get_price', '{"price":1}'),
    result('search_news', '{"error":{}}', true),
    answer(''),
    result('set_plan', 'ok'),
  ];
  expect(partialOf(messages, undefined)).toEqual({
    turns: 2,
    lastText: 'First the price.',
    observations: [{ tool: 'get_price', preview: '{"price":1}' }],
    missing: [
      'The result of its task: Analyse SPX',
      'The answer of search_news: its last call failed',
    ],
  });
});

test('a call that went well later is not missing', () => {
  const messages = [task, result('get_price', '{}', true), result('get_price', '{"price":1}')];
  expect(partialOf(messages, undefined).missing).toEqual(['The result of its task: Analyse SPX']);
});

test('names the steps of a plan that are not done', () => {
  const plan = {
    steps: [
      { id: '1', text: 'Read the price', status: 'done' as const },
      { id: '2', text: 'Read the news', status: 'failed' as const },
      { id: '3', text: 'Report', status: 'pending' as const },
    ],
  };
  expect(partialOf([task], plan).missing).toEqual(['Read the news', 'Report']);
});

test('shows the newest of many observations, and counts the earlier ones', () => {
  const many = Array.from({ length: 70 }, (_, index) => result('get_price', `${index}`));
  const { observations, earlierObservations } = partialOf([task, ...many], undefined);
  expect(observations).toHaveLength(50);
  expect(observations.at(-1)?.preview).toBe('69');
  expect(earlierObservations).toBe(20);
});

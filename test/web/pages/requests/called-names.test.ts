import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { calledNames } from '../../../../web/src/pages/requests/called-names.ts';

it('knows which tool each call is of, and leaves out what is no call', () => {
  const messages: JsonObject[] = [
    { role: 'user', content: 'Why?' },
    {
      role: 'assistant',
      tool_calls: [
        { id: 'a', function: { name: 'get_price', arguments: '{}' } },
        { id: 'b', function: { name: 'get_news' } },
        'neither',
        { id: 'c' },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: '12' },
  ];
  expect([...calledNames(messages)]).toEqual([
    ['a', 'get_price'],
    ['b', 'get_news'],
  ]);
});

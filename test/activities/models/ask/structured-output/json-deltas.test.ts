import { expect, test } from 'vitest';
import { createJsonDeltas } from '../../../../../activities/models/ask/structured-output/with-structured-output.ts';

test.each([['\n'], ['\nHope this helps!']])(
  'What follows the JSON is not told, nor is the JSON told again: %j',
  (after) => {
    const told: string[] = [];
    const deltas = createJsonDeltas({
      onDelta: (delta) => delta.type === 'text-delta' && told.push(delta.text),
      onRetry: () => told.push('again'),
    });
    for (const text of [' ', '{"a":', '1', `}${after}`])
      deltas.onDelta({ type: 'text-delta', text });
    deltas.finish('{"a":1}');
    expect(told).toEqual(['{"a":', '1', '}']);
  },
);

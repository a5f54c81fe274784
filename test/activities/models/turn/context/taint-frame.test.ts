import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withFrame } from '../../../../../activities/models/turn/context/taint-frame.ts';
import type { ToolMessage } from '../../../../../contracts/models/messages.ts';

const message = (text: string, outside?: string[]): ToolMessage => ({
  role: 'tool',
  callId: 'a',
  name: 'read_page',
  text,
  isError: false,
  ...(outside && { outside }),
});

/** Texts in which pieces of the frame stand. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<outside',
        '</outside>',
        '< / OUTSIDE >',
        '<',
        '>',
        '/',
        '"',
        '\n',
        '{',
        '}',
      ),
    ),
  )
  .map((pieces) => pieces.join(''));

describe('the frame of what others wrote', () => {
  it('is closed once, at its end, whatever stands in it', () => {
    fc.assert(
      fc.property(hostile, fc.array(hostile, { minLength: 1, maxLength: 3 }), (text, outside) => {
        const framed = withFrame(message(text, outside)).text;
        expect(framed.match(/<\s*\/?\s*outside/gi)).toHaveLength(2);
        expect(framed.startsWith('<outside from="')).toBe(true);
        expect(framed.endsWith('\n</outside>')).toBe(true);
      }),
    );
  });

  it('has the source in one attribute of its first line, which no source ends', () => {
    fc.assert(
      fc.property(hostile, (source) => {
        const [first] = withFrame(message('text', [source])).text.split('\n');
        expect(first).toMatch(/^<outside from="[^"<>{}]*">$/);
      }),
    );
  });

  it('is not around what Baton itself gives', () => {
    expect(withFrame(message('{"price":1}'))).toEqual(message('{"price":1}'));
    expect(withFrame({ role: 'user', text: 'Look', outside: ['a'] }).text).toBe('Look');
  });
});

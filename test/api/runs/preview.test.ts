import { assert, integer, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { preview } from '../../../api/runs/start-run.ts';

describe('preview', () => {
  it('never has more bytes than asked for, and breaks no character', () => {
    assert(
      property(
        string({ unit: 'grapheme', maxLength: 60 }),
        integer({ min: 3, max: 60 }),
        (text, bytes) => {
          const cut = preview(text, bytes);
          expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytes);
          expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true);
        },
      ),
    );
  });
});

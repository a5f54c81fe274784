import { expect, it } from 'vitest';
import { isField } from '../../../../../web/src/pages/editor/inspector/controls/failed-note.tsx';

it.each([
  ['args.url', 'args.url', false, true],
  ['args.url', 'args', true, false],
  ['args.url', 'args', false, true],
  ['args.bars.2.close', 'args.bars', false, true],
  ['args.url', 'args.ur', false, false],
  ['args', 'args.url', false, false],
  [undefined, 'args', false, false],
])(
  'the address names %s: the note of %s (with parts: %s) is shown: %s',
  (asked, own, parts, isShown) => {
    expect(isField(asked, own, parts)).toBe(isShown);
  },
);

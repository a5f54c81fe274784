import { describe, expect, it } from 'vitest';
import { commands } from '../../../../../web/src/pages/editor/commands/commands.ts';
import { isPressed, keyText } from '../../../../../web/src/components/keys/keys.ts';
import { score } from '../../../../../web/src/components/palette/score.ts';

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

describe('a combination of keys', () => {
  it.each([
    ['N', { key: 'n' }, true],
    ['N', { key: 'N', shiftKey: true }, false],
    ['N', { key: 'n', ctrlKey: true }, false],
    ['Mod+S', { key: 's', ctrlKey: true }, true],
    ['Mod+S', { key: 's', metaKey: true }, true],
    ['Mod+Z', { key: 'Z', ctrlKey: true, shiftKey: true }, false],
    ['Shift+Mod+Z', { key: 'Z', ctrlKey: true, shiftKey: true }, true],
    ['?', { key: '?', shiftKey: true }, true],
    ['?', { key: '?' }, true],
    ['Alt+ArrowUp', { key: 'ArrowUp', altKey: true }, true],
    ['Enter', { key: 'Enter', shiftKey: true }, false],
  ])('%s and %j: %s', (combination, pressed, expected) => {
    expect(isPressed({ ...none, ...pressed }, combination)).toBe(expected);
  });

  it('is named as on the keys of the machine', () => {
    expect(keyText('Shift+Mod+Z', true)).toBe('⇧⌘Z');
    expect(keyText('Mod+ArrowLeft', false)).toBe('Ctrl+←');
  });

  it('belongs to one command', () => {
    const all = commands.flatMap(({ keys }) => keys);
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('what is searched for', () => {
  it('is found by words, the best match first', () => {
    const texts = ['Tool: get_ohlcv bars', 'Tool: get_price the price', 'Agent: research', 'Tool'];
    const found = (search: string) =>
      texts
        .filter((text) => score(text, search) > 0)
        .toSorted((a, b) => score(b, search) - score(a, search));
    expect(found('tool')[0]).toMatch(/^Tool/);
    expect(found('price')).toEqual(['Tool: get_price the price']);
    expect(found('rese')).toEqual(['Agent: research']);
    expect(found('get bars')).toEqual(['Tool: get_ohlcv bars']);
    expect(found('xyz')).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { readText } from '../../../web/src/document/read-text.ts';

const lineOf = (text: string) => {
  const { fault } = readText(text);
  return fault && text.slice(0, fault.from).split('\n').length;
};

describe('the fault of a text', () => {
  it.each([
    [
      'a quote that is never closed',
      'name: a\ntitle: "abc\nnodes:\n  - id: x\n    kind: tool\n',
      2,
    ],
    ['a bracket that is never closed', 'name: a\nnodes: [\n  {id: x}\ntitle: y\n', 2],
    ['a brace that is never closed', 'name: a\ninput: {a: 1\nnodes: []\n', 2],
    ['the innermost of them', 'name: a\nnodes: [\n  {id: "x}\n]\n', 3],
    ['an indentation', 'name: a\nnodes:\n  - id: x\n   kind: tool\n', 4],
    ['two colons', 'name: a\ntitle: b: c\nnodes: []\n', 2],
    ['a key without a colon', 'name: a\nnodes\ntitle: x\n', 2],
  ])('is on the line where it was typed: %s', (_what, text, line) => {
    expect(lineOf(text)).toBe(line);
  });

  it('is not there where the text can be read', () => {
    expect(readText('name: "a"\nnodes: [{id: x}]\n').fault).toBeUndefined();
  });
});

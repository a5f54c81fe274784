import { describe, expect, it } from 'vitest';
import { typedAt } from '../../../../../web/src/pages/editor/expressions/close-braces.ts';

/** Types letter by letter at the `|` of a text, as the field would take it. */
function type(marked: string, characters: string): string {
  let position = marked.indexOf('|');
  let text = marked.replace('|', '');
  for (const character of characters) {
    const usual = { from: position, to: position, insert: character, cursor: position + 1 };
    const { from, to, insert, cursor } = typedAt(text, position, character) ?? usual;
    text = text.slice(0, from) + insert + text.slice(to);
    position = cursor;
  }
  return `${text.slice(0, position)}|${text.slice(position)}`;
}

describe('the braces of an expression', () => {
  it.each([
    ['|', '{{', '{{ | }}'],
    ['Look at |.', '{{', 'Look at {{ | }}.'],
    ['|', '{{ inputs.a }} now', '{{ inputs.a }} now|'],
    ['|', '{{inputs.a}} now', '{{ inputs.a }} now|'],
    ['|', '{{ {"a": 1}.a }}.', '{{ {"a": 1}.a }}.|'],
    ['|', '{{ "}}" }}.', '{{ "}}" }}.|'],
    ['{{ inputs.a }} |', '{{', '{{ inputs.a }} {{ | }}'],
  ])('of %s are closed after %s is typed: %s', (before, typed, after) => {
    expect(type(before, typed)).toBe(after);
  });

  it.each([
    ['|nodes.a.output', '{{', '{{|nodes.a.output'],
    ['{| }}', '{', '{{| }}'],
    ['a|', '}', 'a}|'],
    ['{a: {b: 1|}', '}', '{a: {b: 1}|}'],
  ])('of %s are not closed by %s: %s', (before, typed, after) => {
    expect(type(before, typed)).toBe(after);
  });
});

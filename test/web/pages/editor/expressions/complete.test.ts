import { describe, expect, it } from 'vitest';
import { completionsAt } from '../../../../../web/src/pages/editor/expressions/completion-source.ts';

const scope = {
  inputs: { detail: '', below: { symbol: { detail: 'string' }, size: { detail: 'number' } } },
  nodes: {
    detail: '',
    below: {
      decide: {
        detail: 'Decide',
        below: {
          output: { detail: '', below: { action: { detail: '' }, reason: { detail: '' } } },
        },
      },
    },
  },
  run: { detail: '', below: { id: { detail: '' } } },
};

/** What can be read of that, whole. */
const read = ['nodes.decide.output', 'inputs.symbol', 'inputs.size'];

/** Completes at the `|` of a text. */
function complete(marked: string, isWhole = false) {
  const position = marked.indexOf('|');
  const found = completionsAt(marked.replace('|', ''), position, { isWhole, scope });
  return found && { names: found.options.map(({ label }) => label), from: found.from };
}

describe('names in an expression', () => {
  it.each([
    ['{{ | }}', [...read, 'inputs', 'nodes', 'run']],
    ['{{|', [...read, 'inputs', 'nodes', 'run']],
    ['{{ dec|', ['nodes.decide.output']],
    ['Look at {{ inputs.|', ['symbol', 'size']],
    ['{{ inputs.sy| }} now', ['symbol']],
    ['{{ nodes.?decide.?output.|', ['action', 'reason']],
    ['{{ inputs.size > 1 ? nodes.decide.output.re|', ['reason']],
    ['{{ inputs.symbol }} and {{ nodes.|', ['decide']],
    ['{{ {"a": inputs.|', ['symbol', 'size']],
    ['{{ size(no|', ['nodes']],
  ])('that fit in %s', (text, names) => {
    expect(complete(text)?.names).toEqual(names);
  });

  it.each([
    'Look at |',
    '{{ inputs.symbol }} |',
    '{{ "inputs.|',
    '{{ inputs.symbol|',
    '{{ nobody.|',
  ])('are not offered in %s', (text) => {
    expect(complete(text)).toBeUndefined();
  });

  it('need no braces where the whole field is one', () => {
    expect(complete('nodes.decide.output.ac|', true)).toEqual({ names: ['action'], from: 20 });
  });

  it('include functions once one has begun to write', () => {
    expect(complete('si|', true)?.names).toEqual(['size', 'inputs.size']);
    expect(completionsAt('si', 2, { isWhole: true, scope })?.options[0]?.apply).toBe('size(');
  });
});

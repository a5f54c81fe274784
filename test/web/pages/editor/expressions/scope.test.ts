import { describe, expect, it } from 'vitest';
import { builtInAgents } from '../../../../../contracts/agents/index.ts';
import { readDraft } from '../../../../../contracts/pipelines/validation/draft.ts';
import {
  inOneLine,
  lastValue,
} from '../../../../../web/src/pages/editor/expressions/last-value.ts';
import type { NameTree } from '../../../../../web/src/pages/editor/expressions/name-tree.ts';
import { scopeOf } from '../../../../../web/src/pages/editor/expressions/use-scope.ts';

const { draft } = readDraft({
  name: 'desk',
  inputs: {
    type: 'object',
    properties: { symbol: { type: 'string' }, limits: { type: 'object', properties: { usd: {} } } },
  },
  nodes: [
    { id: 'research', kind: 'agent', agent: 'research', task: 'Look' },
    { id: 'price', kind: 'tool', tool: 'get_price', args: {} },
    { id: 'views', kind: 'join' },
    { id: 'decide', kind: 'agent', agent: 'trading', task: 'Decide' },
    { id: 'after', kind: 'transform', value: { order: 1 } },
  ],
  edges: [
    { from: 'research', to: 'views' },
    { from: 'price', to: 'views' },
    { from: 'views', to: 'decide' },
    { from: 'decide', to: 'after' },
  ],
});
const catalogue = { tools: {}, agents: builtInAgents, pipelines: {} };
const last = {
  inputs: { symbol: 'SPX' },
  nodes: { price: { status: 'completed', output: { price: 1462.42 } } },
  run: { id: 'run_1' },
};

/** The names below a path. */
function names(tree: NameTree, path: string): string[] {
  const below = path.split('.').reduce<NameTree>((at, name) => at[name]?.below ?? {}, tree);
  return Object.keys(below);
}

describe('what an expression of a node can name', () => {
  const scope = scopeOf(draft, { catalogue, reader: 'decide', last });

  it('are the inputs, as their schema says', () => {
    expect(names(scope, 'inputs')).toEqual(['symbol', 'limits']);
    expect(names(scope, 'inputs.limits')).toEqual(['usd']);
  });

  it('are the nodes that run before it, and no others', () => {
    expect(names(scope, 'nodes').toSorted()).toEqual(['price', 'research', 'views']);
  });

  it('are the fields that an output is known to have', () => {
    expect(names(scope, 'nodes.research.output')).toEqual(['report']);
    expect(names(scope, 'nodes.views.output')).toEqual(['research', 'price']);
    expect(names(scope, 'nodes.views.output.research')).toEqual(['report']);
    const later = scopeOf(draft, { catalogue, reader: 'after' });
    expect(names(later, 'nodes.decide.output')).toContain('order');
    expect(names(later, 'nodes.decide.output.order')).toContain('quantity');
  });

  it('are the fields of what a tool answers, before any run', () => {
    const fresh = scopeOf(draft, { catalogue, reader: 'decide' });
    expect(names(fresh, 'nodes.price.output')).toContain('price');
  });

  it('are the fields that the last run has shown', () => {
    const unknown = { ...last, nodes: { price: { status: 'completed', output: { rows: [] } } } };
    const seen = scopeOf(draft, { catalogue, reader: 'decide', last: unknown });
    expect(names(seen, 'nodes.price.output')).toContain('rows');
    expect(scope['nodes']?.below?.['price']?.below?.['output']?.below?.['price']?.detail).toBe(
      '1462.42',
    );
  });

  it("are all nodes, for the run's output", () => {
    const whole = scopeOf(draft, { catalogue });
    expect(names(whole, 'nodes')).toHaveLength(5);
    expect(names(whole, 'nodes.after.output')).toEqual(['order']);
  });
});

function shown(...asked: Parameters<typeof lastValue>): string | undefined {
  const given = lastValue(...asked);
  return given === undefined ? undefined : inOneLine(given);
}

describe('what an expression gave in the last run', () => {
  it('is shown for expressions and for texts with expressions', () => {
    expect(shown('nodes.price.output.price > 1.0', { isWhole: true, last })).toBe('true');
    expect(shown('At {{ nodes.price.output.price }}', { isWhole: false, last })).toBe('At 1462.42');
    expect(inOneLine('Buy.\n\nNow.')).toBe('Buy. Now.');
    expect(inOneLine({ note: 'Buy.\nC:\\new' })).toBe('{"note":"Buy. C:\\\\new"}');
  });

  it.each([['plain text'], ['{{ nodes.nobody.output }}'], ['{{ broken'], [undefined]])(
    'is not shown for %s',
    (value) => {
      expect(shown(value, { isWhole: false, last })).toBeUndefined();
    },
  );
});

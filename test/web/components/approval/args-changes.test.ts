import { describe, expect, it } from 'vitest';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ChangedArgs } from '../../../../web/src/components/approval/changed-args.tsx';
import { changesOf, withChanges } from '../../../../web/src/components/approval/args-changes.ts';

const asked = { symbol: 'SPX', quantity: 1, note: null };
const parameters = {
  properties: {
    symbol: { type: 'string' },
    quantity: { type: 'number' },
    type: { type: 'string', default: 'market' },
    checkOnly: { type: 'boolean', default: false },
  },
};

describe('what a person changed', () => {
  it('names what differs, and no default that a form filled in', () => {
    const approved = { ...asked, quantity: 2, type: 'market', checkOnly: false };
    expect(changesOf(asked, approved, parameters)).toEqual([
      { name: 'quantity', label: 'Quantity', from: 1, to: 2 },
    ]);
  });

  it('names a value that was put in place of a default, and one that was taken away', () => {
    const approved = { symbol: 'SPX', type: 'limit' };
    expect(changesOf(asked, approved, parameters)).toEqual([
      { name: 'quantity', label: 'Quantity', from: 1, to: null },
      { name: 'type', label: 'Type', from: null, to: 'limit' },
    ]);
  });

  it('calls arguments as their tool does, or by their names in words', () => {
    const titled = { properties: { oco: { title: 'OCO orders', type: 'array' } } };
    const changes = changesOf(
      {},
      { oco: [{ type: 'stop', stopPrice: 90 }], takeProfit: 2 },
      titled,
    );
    expect(changes.map(({ label }) => label)).toEqual(['OCO orders', 'Take profit']);
    const html = renderToStaticMarkup(createElement(ChangedArgs, { changes }));
    expect(html).toContain('none → Type: stop · Stop price: 90<');
  });

  it('names every difference where the tool is not known', () => {
    expect(changesOf(asked, { ...asked, type: 'market' })).toEqual([
      { name: 'type', label: 'Type', from: null, to: 'market' },
    ]);
  });
});

describe('what is approved after a form was filled in', () => {
  const before = { symbol: 'SPX', quantity: 1, type: 'market', checkOnly: false };

  it('is what was asked for, with what was changed and nothing else', () => {
    expect(withChanges(asked, { before, after: { ...before, quantity: 2 } })).toEqual({
      symbol: 'SPX',
      quantity: 2,
      note: null,
    });
  });

  it('leaves out what was emptied', () => {
    const { quantity: _quantity, ...after } = before;
    expect(withChanges(asked, { before, after })).toEqual({ symbol: 'SPX', note: null });
  });

  it('is nothing else than asked for where the form says the same', () => {
    expect(withChanges(asked, { before, after: { ...before } })).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { addCase, casesOf, removeCase, renameCase } from '../../../web/src/document/edits/cases.ts';

const open: JsonObject = {
  id: 'route',
  kind: 'switch',
  cases: [
    { port: 'refund', is: 'refund' },
    { port: 'urgent', when: 'inputs.priority > 2' },
  ],
};
const pipeline: JsonObject = {
  nodes: [
    { ...open, value: 'inputs.topic' },
    { id: 'pay', kind: 'transform', value: 1 },
    { id: 'call', kind: 'transform', value: 2 },
  ],
  edges: [
    { from: 'route', port: 'refund', to: 'pay' },
    { from: 'route', port: 'urgent', to: 'call' },
    { from: 'route', port: 'default', to: 'call' },
  ],
};

describe('the cases of a switch', () => {
  it('are not drawn where they are written as something else', () => {
    expect(casesOf(undefined)).toEqual([]);
    expect(casesOf(open['cases'])).toEqual(open['cases']);
    expect(casesOf('refund')).toBeUndefined();
    expect(casesOf([{ is: 'refund' }])).toBeUndefined();
  });

  it('take their edges along to another name', () => {
    const renamed = renameCase(pipeline, 'route', 'refund', 'money_back');
    expect(renamed).toMatchObject({
      nodes: [{ cases: [{ port: 'money_back', is: 'refund' }, { port: 'urgent' }] }, {}, {}],
      edges: [
        { from: 'route', port: 'money_back', to: 'pay' },
        { from: 'route', port: 'urgent', to: 'call' },
        { from: 'route', port: 'default', to: 'call' },
      ],
    });
  });

  it('go with their edges, but not with those that another case of the same port has', () => {
    expect(removeCase(pipeline, 'route', 0)).toMatchObject({
      nodes: [{ cases: [{ port: 'urgent' }] }, {}, {}],
      edges: [{ port: 'urgent' }, { port: 'default' }],
    });
    const doubled = renameCase(pipeline, 'route', 'urgent', 'refund');
    expect(removeCase(doubled, 'route', 1)).toMatchObject({
      nodes: [{ cases: [{ port: 'refund', is: 'refund' }] }, {}, {}],
      edges: [{ to: 'pay' }, { to: 'call' }, { port: 'default' }],
    });
  });

  it('are added under a free port, with a condition where there is no value to compare', () => {
    expect(addCase(addCase(pipeline, 'route'), 'route')).toMatchObject({
      nodes: [{ cases: [{}, {}, { port: 'case' }, { port: 'case_2' }] }, {}, {}],
    });
    expect(addCase({ nodes: [open] }, 'route')).toMatchObject({
      nodes: [{ cases: [{}, {}, { when: '' }] }],
    });
  });
});

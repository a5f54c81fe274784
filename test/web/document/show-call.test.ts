import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { validatePipeline } from '../../../contracts/pipelines/validation/index.ts';
import {
  approvalToShow,
  approvalToTake,
  setTool,
  showCall,
  takeApproved,
  withCallShown,
} from '../../../web/src/document/edits/show-call.ts';
import { nodeIn } from '../../../web/src/document/raw.ts';
import { exampleCatalog } from '../../contracts/pipelines/catalog.ts';

const args = { symbol: 'SPX', side: 'buy', quantity: '{{ size(nodes.judge.output) }}' };
const approved = '{{ nodes.check.output.args }}';

/** A judgement, an approval of it, and an order. */
const documentOf = (order: JsonObject = {}, check: JsonObject = {}): JsonObject => ({
  name: 'desk',
  nodes: [
    { id: 'judge', kind: 'transform', value: 'Buy' },
    { id: 'check', kind: 'approval', show: '{{ nodes.judge.output }}', ...check },
    {
      id: 'order',
      kind: 'tool',
      tool: 'create_paper_order',
      args: { ...args, referencePrice: 1 },
      ...order,
    },
  ],
  edges: [
    { from: 'judge', to: 'check' },
    { from: 'check', port: 'approved', to: 'order' },
  ],
});

describe('an approval before a call', () => {
  it('is made to show the call with what it was given, and no warning is left', () => {
    const before = documentOf();
    const [warning] = validatePipeline(before, exampleCatalog()).warnings;
    expect(warning?.message).toContain('a second approval will be asked for');
    expect(warning?.fix).toMatch(/^give check the tool: create_paper_order and its args/);
    expect(approvalToShow(before, 'order')).toBe('check');
    const after = showCall(before, { approval: 'check', node: 'order' });
    expect(nodeIn(after, 'check')).toMatchObject({
      tool: 'create_paper_order',
      args: { ...args, referencePrice: 1 },
      show: '{{ nodes.judge.output }}',
    });
    expect(nodeIn(after, 'order')?.['args']).toBe(approved);
    expect(validatePipeline(after, exampleCatalog())).toMatchObject({ problems: [], warnings: [] });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['reads what comes only after the approval', { args: { note: approved } }, {}],
    ['is of another tool', {}, { tool: 'cancel_paper_order', args: {} }],
    ['has no tool yet', { tool: null }, {}],
  ])('is left as it is where the call %s', (_what, order, check) => {
    expect(approvalToShow(documentOf(order, check), 'order')).toBeUndefined();
  });

  it('shows a call from when that follows it, if it shows no other', () => {
    const catalog = exampleCatalog();
    const shown = withCallShown(documentOf(), 'order', catalog);
    expect(nodeIn(shown, 'order')?.['args']).toBe(approved);
    const empty = withCallShown(documentOf({ args: {} }), 'order', catalog);
    expect(nodeIn(empty, 'check')).toMatchObject({ tool: 'create_paper_order', args: {} });
    const unchanged = [
      documentOf({ tool: 'get_price', args: { symbol: 'SPX' } }),
      documentOf({ sideEffects: { policy: 'allow' } }),
      documentOf({}, { tool: 'create_paper_order', args: { symbol: 'ES' } }),
    ];
    for (const document of unchanged) {
      expect(withCallShown(document, 'order', catalog)).toBe(document);
    }
  });

  it('goes with its call to another tool', () => {
    const shown = withCallShown(documentOf(), 'order', exampleCatalog());
    const changed = setTool(shown, 'order', 'cancel_paper_order');
    expect(nodeIn(changed, 'check')?.['tool']).toBe('cancel_paper_order');
    expect(nodeIn(setTool(documentOf(), 'order', 'get_price'), 'check')).not.toHaveProperty('tool');
  });

  describe('of a call that it shows', () => {
    const shows = { tool: 'create_paper_order', args: { ...args, referencePrice: 1 } };
    const noCall = { tool: undefined, args: undefined } as unknown as JsonObject;
    const connected = (order: JsonObject) =>
      withCallShown(documentOf(order, shows), 'order', exampleCatalog());

    it.each<[string, JsonObject]>([
      ['has no arguments', { args: {} }],
      ['was just added', { args: { symbol: '{{ inputs.symbol }}' } }],
      ['has no tool', noCall],
    ])('gives it what was approved where it %s', (_what, order) => {
      expect(nodeIn(connected(order), 'order')).toMatchObject({
        tool: 'create_paper_order',
        args: approved,
      });
    });

    it('leaves arguments that somebody gave, and offers to replace them', () => {
      const given = documentOf({}, shows);
      expect(withCallShown(given, 'order', exampleCatalog())).toBe(given);
      expect(approvalToTake(given, 'order')).toBe('check');
      const taken = takeApproved(given, { approval: 'check', node: 'order' });
      expect(nodeIn(taken, 'order')?.['args']).toBe(approved);
      expect(approvalToTake(taken, 'order')).toBeUndefined();
    });

    it('is not made twice, by a node put before the call that makes it', () => {
      const made = documentOf({ args: approved }, shows);
      const nodes = [...(made['nodes'] as JsonObject[]), { id: 'other', kind: 'tool' }];
      const edges = [
        ...(made['edges'] as JsonObject[]),
        { from: 'check', port: 'approved', to: 'other' },
      ];
      const document = { ...made, nodes, edges };
      expect(withCallShown(document, 'other', exampleCatalog())).toBe(document);
    });

    it('leaves a call of another tool as it is', () => {
      const other = documentOf({ tool: 'get_price', args: {} }, shows);
      expect(withCallShown(other, 'order', exampleCatalog())).toBe(other);
      expect(approvalToTake(other, 'order')).toBeUndefined();
    });
  });
});

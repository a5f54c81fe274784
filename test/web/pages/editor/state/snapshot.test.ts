import { describe, expect, it } from 'vitest';
import { snapshotOf } from '../../../../../web/src/pages/editor/state/snapshot.ts';
import { createEditorStore } from '../../../../../web/src/pages/editor/state/store.ts';

const good = 'name: mine\nnodes: []\nedges: []\n';

describe('a text that can be read and is not a pipeline', () => {
  it.each([
    ['hello', 'not a pipeline'],
    ['- 1', 'not a pipeline'],
    ['', 'not a pipeline'],
    ['name: mine\nnodes: null\n', 'nodes must be a list'],
    ['name: mine\nnodes: []\nedges: {a: 1}\n', 'edges must be a list'],
  ])('says of %j what is wrong, and keeps what was there before', (text, message) => {
    const { document, fault } = snapshotOf(text, snapshotOf(good));
    expect(fault?.message).toContain(message);
    expect(document).toEqual({ name: 'mine', nodes: [], edges: [] });
  });

  it('is marked at the part that is wrong', () => {
    const text = 'name: mine\nnodes: null\n';
    const { from, to } = snapshotOf(text).fault!;
    expect(text.slice(from, to)).toContain('null');
    expect(text.slice(from, to)).not.toContain('mine');
  });

  it('is not changed from the canvas', () => {
    const store = createEditorStore({
      text: 'hello',
      saved: { name: 'mine', text: good, revision: 'r' },
    });
    expect(store.getState().edit(() => ({ name: 'mine', nodes: [{ id: 'a' }] }))).toBe(false);
    expect(store.getState().history.present.text).toBe('hello');
  });
});

it('takes a document without nodes or edges for one that can be drawn', () => {
  expect(snapshotOf('name: mine\n').fault).toBeUndefined();
});

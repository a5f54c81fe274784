import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../contracts/base/json.ts';
import { setAt } from '../../../../../web/src/document/set-at.ts';
import { placeProblem, saidOf } from '../../../../../web/src/pages/editor/model/problem-places.ts';
import { setInNode } from '../../../../../web/src/document/edits/nodes.ts';
import { isWritten, lastWritten } from '../../../../../web/src/pages/editor/state/snapshot.ts';
import { createEditorStore, isDirty } from '../../../../../web/src/pages/editor/state/store.ts';

const text = 'name: desk # mine\nnodes:\n  - { id: a, kind: transform, value: 1 }\n';

function open(stored = text) {
  let time = 0;
  const saved = { name: 'desk', text: stored, revision: 'r1' };
  const store = createEditorStore({ text: stored, saved }, () => (time += 100));
  return { store, state: () => store.getState(), present: () => store.getState().history.present };
}

describe('the editor', () => {
  it('shows in the text what the canvas changes, and keeps its comments', () => {
    const { state, present } = open();
    state().edit((document) => setInNode(document, 'a', ['value'], 2));
    expect(present().text).toBe(text.replace('value: 1', 'value: 2'));
    expect(isDirty(state())).toBe(true);
  });

  it('shows on the canvas what is typed', () => {
    const { state, present } = open();
    state().editText(text.replace('value: 1', 'value: 3'));
    expect(present().document).toMatchObject({ nodes: [{ value: 3 }] });
  });

  it('keeps what could be read last while the text cannot be', () => {
    const { state, present } = open();
    state().editText(`${text}edges: [`);
    expect(present().fault).toBeDefined();
    expect(present().document).toMatchObject({ name: 'desk' });
    expect(state().edit(() => null)).toBe(false);
    state().editText(`${text}edges: []`);
    expect(present().fault).toBeUndefined();
  });

  it('shows on the canvas what is saved where the changes that were kept cannot be read', () => {
    const saved = { name: 'desk', text, revision: 'r1' };
    const { history } = createEditorStore({ text: `${text}edges: [`, saved }).getState();
    expect(history.present).toMatchObject({ text: `${text}edges: [`, document: { name: 'desk' } });
    expect(history.present.fault).toBeDefined();
  });

  it('goes back over both views, to where nothing is unsaved', () => {
    const { state, present } = open();
    state().edit((document) => setInNode(document, 'a', ['value'], 2));
    state().editText(`${present().text}edges: []\n`);
    state().undo();
    expect(present().text).toContain('value: 2');
    state().undo();
    expect(isDirty(state())).toBe(false);
    state().redo();
    expect(present().document).toMatchObject({ nodes: [{ value: 2 }] });
  });

  it('takes the letters of one field as one step, and another field as the next', () => {
    const { state, present } = open();
    for (const value of ['b', 'bu', 'buy']) {
      state().edit((document) => setInNode(document, 'a', ['value'], value), { group: 'a.value' });
    }
    state().edit((document) => setInNode(document, 'a', ['title'], 'T'), { group: 'a.title' });
    state().undo();
    expect(present().document).toMatchObject({ nodes: [{ value: 'buy' }] });
    state().undo();
    expect(present().text).toBe(text);
  });

  it('writes the text of a change when somebody asks for it, and knows before whether it is saved', () => {
    const { state, present } = open();
    state().edit((document) => setInNode(document, 'a', ['value'], 2));
    const changed = present();
    expect(isDirty(state())).toBe(true);
    expect(isWritten(changed)).toBe(false);
    expect(lastWritten(changed)).toBe(text);
    expect(changed.text).toContain('value: 2');
    expect(isWritten(changed)).toBe(true);
    state().edit((document) => setInNode(document, 'a', ['value'], 1));
    expect(isDirty(state())).toBe(false);
  });

  it('keeps the comment of a line that is empty for a moment while one types', () => {
    const commented = 'name: desk\nnodes:\n  - id: a\n    kind: model\n    prompt: Buy # at noon\n';
    const { state, present } = open(commented);
    for (const prompt of ['B', undefined, 'S', 'Se', 'Sell']) {
      state().edit((document) => setInNode(document, 'a', ['prompt'], prompt), { group: 'a' });
      expect(isDirty(state())).toBe(true);
    }
    expect(present().text).toBe(commented.replace('Buy', 'Sell'));
    state().undo();
    expect(present().text).toBe(commented);
  });

  it('makes no step of a change that changes nothing', () => {
    const { state } = open();
    state().edit((document) => document, { select: { nodes: ['a'], edges: [] } });
    expect(state().history.past).toEqual([]);
    expect(state().selection.nodes).toEqual(['a']);
  });

  it('forgets what the server found as soon as something changes', () => {
    const { state } = open();
    state().refuse([{ path: 'name', message: 'is taken' }]);
    state().editText(text.replace('desk', 'other'));
    expect(state().refused).toEqual([]);
  });
});

describe('what was just added', () => {
  const addNode = (document: Json) => setAt(document, ['nodes', 1], { id: 'b', kind: 'transform' });

  it('is fresh until another is looked at, under whatever id', () => {
    const { state } = open();
    const selected = { nodes: ['b'], edges: [] };
    state().edit(addNode, { select: selected, adds: 'b' });
    state().edit((document) => setInNode(document, 'b', ['value'], 2), { touches: 'value' });
    expect(state().fresh).toEqual({ id: 'b', touched: new Set(['value']) });
    state().select(selected);
    expect(state().fresh?.id).toBe('b');
    const renamed = { nodes: ['c'], edges: [] };
    state().edit((document) => setAt(document, ['nodes', 1, 'id'], 'c'), {
      select: renamed,
      renames: 'b',
    });
    expect(state().fresh).toEqual({ id: 'c', touched: new Set(['value']) });
    state().select({ nodes: ['a'], edges: [] });
    expect(state().fresh).toBeUndefined();
  });
});

it('says nothing of fields of a fresh node that nobody has come to', () => {
  const problem = (path: string) => placeProblem({ path, message: 'is missing', fix: 'set it' });
  const problems = ['nodes[0].when', 'nodes[1].value', 'nodes[1].title', 'name'].map(problem);
  const said = saidOf(problems, { index: 1, touched: new Set(['title']) });
  expect(said.map(({ path }) => path)).toEqual(['nodes[0].when', 'nodes[1].title', 'name']);
  expect(saidOf(problems, undefined)).toBe(problems);
});

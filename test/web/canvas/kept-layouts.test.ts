import { beforeEach, describe, expect, it, vi } from 'vitest';
import { elkGraph, keepLayout, keptLayout } from '../../../web/src/canvas/auto-layout.ts';
import { graphOf } from '../../../web/src/canvas/graph.ts';
import { documentOf } from './documents.ts';

const places = { a: { x: 1, y: 2 }, b: { x: 3, y: 4 } };
const graphFor = (to: string) => elkGraph(graphOf(documentOf([], { ids: ['a', to] })));

describe('kept layouts', () => {
  let stored: string | null;

  beforeEach(() => {
    stored = null;
    vi.stubGlobal('localStorage', {
      getItem: () => stored,
      setItem: (_name: string, text: string) => void (stored = text),
    });
    return () => vi.unstubAllGlobals();
  });

  it('gives the places that were found for the same cards and edges', () => {
    keepLayout(graphFor('b'), places);
    expect(keptLayout(graphFor('b'))).toEqual(places);
  });

  it('knows none for other cards', () => {
    keepLayout(graphFor('b'), places);
    expect(keptLayout(graphFor('c'))).toBeUndefined();
  });

  it('forgets those that were not kept for the longest time', () => {
    for (let index = 0; index <= 20; index += 1) keepLayout(graphFor(`b${index}`), places);
    expect(keptLayout(graphFor('b0'))).toBeUndefined();
    expect(keptLayout(graphFor('b1'))).toEqual(places);
  });

  it('starts over where what is stored cannot be read', () => {
    stored = '{';
    expect(keptLayout(graphFor('b'))).toBeUndefined();
  });
});

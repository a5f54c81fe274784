import { describe, expect, it } from 'vitest';
import {
  aboutName,
  effectsOf,
  harmlessOf,
  namesFor,
} from '../../../../../web/src/pages/editor/inspector/names-for.ts';
import type { Lists } from '../../../../../web/src/pages/editor/model/use-catalogue.ts';

const lists = {
  agents: [{ name: 'trading', role: 'Trader', tools: ['get_price', 'create_paper_order'] }],
  tools: [
    {
      name: 'get_price',
      description: 'Returns the latest price. It is cached.',
      sideEffect: false,
    },
    { name: 'create_paper_order', description: 'Places an order', sideEffect: true },
  ],
  pipelines: [{ name: 'desk', title: null }],
} as unknown as Lists;

describe('what there is to name', () => {
  it('is listed with what it is', () => {
    expect(aboutName('agent', 'trading', lists)).toBe('Trader');
    expect(aboutName('tool', 'get_price', lists)).toBe('Returns the latest price');
    expect(aboutName('pipeline', 'desk', lists)).toBeUndefined();
    expect(aboutName('agent', 'nobody', lists)).toBeUndefined();
  });

  it('are the tools of the agent of a node, once that is chosen', () => {
    expect(namesFor('tools', lists, { kind: 'agent' })).toEqual([]);
    expect(namesFor('tools', lists, { kind: 'agent', agent: 'trading' })).toHaveLength(2);
  });

  it('tells which side effects an agent can have', () => {
    expect(effectsOf('trading', [], lists)).toEqual(['create_paper_order']);
    expect(effectsOf('trading', ['get_price'], lists)).toEqual([]);
    expect(harmlessOf('trading', lists)).toEqual(['get_price']);
  });
});

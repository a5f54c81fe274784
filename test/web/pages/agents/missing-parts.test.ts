import { describe, expect, it } from 'vitest';
import { missingParts } from '../../../../web/src/pages/agents/missing-parts.ts';

const known = {
  tools: [
    { name: 'get_price', available: true, plan: 'free' as const },
    { name: 'create_paper_order', available: false, plan: 'pro' as const },
  ],
  agents: ['research', 'trading'],
};

describe('what an agent misses', () => {
  it('is nothing where all that it names is there', () => {
    expect(missingParts({ tools: ['get_price'], delegates: ['research'] }, known)).toEqual([]);
  });

  it('is each tool and agent that is not there or not in the plan, with what to do', () => {
    const agent = { tools: ['get_prise', 'create_paper_order'], delegates: ['reserch'] };
    expect(missingParts(agent, known)).toEqual([
      expect.stringContaining('no tool get_prise'),
      'create_paper_order needs the plan pro: set BATON_PLAN.',
      expect.stringContaining('no agent reserch'),
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentSchema, builtInAgents } from '../../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../../contracts/agents/index.ts';
import { agentGaps, agentWarnings } from '../../../contracts/agents/gaps.ts';
import type { AgentSurroundings } from '../../../contracts/agents/gaps.ts';
import { toolSpec } from '../../support/tool-spec.ts';

const agent = (more: object): AgentDefinition =>
  agentSchema.parse({ name: 'one', role: 'One', instructions: 'Do it.', ...more });

const around = (more: Partial<AgentSurroundings> = {}): AgentSurroundings => ({
  defaultChain: ['demo:trend'],
  modelGap: (name) => (name.startsWith('openai:') ? 'set OPENAI_API_KEY' : undefined),
  tools: {
    get_price: toolSpec('get_price'),
    get_portfolio: toolSpec('get_portfolio', { plan: 'pro' }),
    get_fundamentals: toolSpec('get_fundamentals', { missing: 'set FMP_API_KEY' }),
    create_paper_order: toolSpec('create_paper_order', { sideEffect: true }),
  },
  terms: { plan: 'free' },
  ...more,
});

const fixes = (definition: AgentDefinition, more: Partial<AgentSurroundings> = {}) =>
  agentGaps(definition, around(more)).map(({ kind, name, fix }) => [kind, name, fix]);

describe('what an agent lacks', () => {
  it('is nothing where all is there', () => {
    expect(fixes(agent({ tools: ['get_price'] }))).toEqual([]);
  });

  it('is a tool whose file has a mistake, with its place', () => {
    const problem = {
      file: 'tools/own.ts',
      line: 3,
      column: 2,
      path: '',
      message: 'it is cut off',
    };
    const toolProblems = [{ ...problem, fix: 'end it', tool: 'own_tool' }];
    const [gap] = agentGaps(agent({ tools: ['own_tool'] }), around({ toolProblems }));
    expect(gap).toEqual({
      kind: 'tool',
      name: 'own_tool',
      message: 'cannot be used because its file has an error at tools/own.ts:3:2: it is cut off',
      fix: 'end it',
    });
  });

  it('is told all at once, each with what to do', () => {
    const poor = agent({
      models: ['openai:gpt-5.2'],
      tools: ['get_prise', 'get_portfolio', 'get_fundamentals', 'create_paper_order'],
      planning: 'wavs',
      memory: { required: true },
      delegates: ['reserch'],
    });
    const terms = { memoryGap: 'start Qdrant', planners: ['waves'], agents: builtInAgents };
    expect(fixes(poor, terms)).toEqual([
      ['model', 'openai:gpt-5.2', 'set OPENAI_API_KEY'],
      ['tool', 'get_prise', 'did you mean get_price?'],
      ['tool', 'get_portfolio', 'set BATON_PLAN=pro'],
      ['tool', 'get_fundamentals', 'set FMP_API_KEY'],
      ['planner', 'wavs', 'did you mean waves?'],
      ['memory', 'store', 'start Qdrant'],
      ['agent', 'reserch', 'did you mean research?'],
    ]);
  });

  it('is no tool with a side effect, whose refusal it reads, unless agents may have none at all', () => {
    const trader = agent({ tools: ['create_paper_order'] });
    expect(fixes(trader)).toEqual([]);
    expect(fixes(trader, { terms: { plan: 'free', sideEffects: 'refuse' } })).toEqual([
      ['tool', 'create_paper_order', expect.stringContaining('BATON_AGENT_SIDE_EFFECTS=ask')],
    ]);
  });

  it('is a model of OpenAI for the engine that needs one', () => {
    expect(fixes(agent({ engine: 'openai-responses' }))).toMatchObject([
      ['engine', 'openai-responses', expect.stringContaining('OPENAI_API_KEY')],
    ]);
  });

  it('is no model while one of its chain can be asked, and is warned of the others', () => {
    const chained = agent({ models: ['openai:gpt-5.2', 'anthropic:claude', 'openai:gpt-4o'] });
    expect(fixes(chained)).toEqual([]);
    expect(agentWarnings(chained, around())).toMatchObject([
      { kind: 'model', name: 'openai:gpt-5.2', fix: 'set OPENAI_API_KEY' },
      { kind: 'model', name: 'openai:gpt-4o' },
    ]);
  });

  it('is every model where none of its chain can be asked, without a warning', () => {
    const chained = agent({ models: ['openai:gpt-5.2', 'openai:gpt-4o'] });
    expect(fixes(chained).map(([, name]) => name)).toEqual(['openai:gpt-5.2', 'openai:gpt-4o']);
    expect(agentWarnings(chained, around())).toEqual([]);
  });

  it('is the model that its engine needs, whatever other can be asked', () => {
    const native = agent({
      engine: 'openai-responses',
      models: ['anthropic:claude', 'openai:gpt-5.2'],
    });
    expect(fixes(native)).toEqual([['model', 'openai:gpt-5.2', 'set OPENAI_API_KEY']]);
  });

  it('is not a memory that it can do without', () => {
    expect(fixes(agent({}), { memoryGap: 'start Qdrant' })).toEqual([]);
  });

  it('is every tool that is not among those allowed here', () => {
    const terms = { plan: 'free' as const, allowedTools: ['get_ohlcv'] };
    expect(fixes(agent({ tools: ['get_price'] }), { terms })).toEqual([
      ['tool', 'get_price', 'add get_price to BATON_ALLOWED_TOOLS'],
    ]);
  });

  it('is also what those lack that it may delegate to', () => {
    const agents = {
      two: agent({ name: 'two', delegates: ['three'] }),
      three: agent({ name: 'three', tools: ['no_such'] }),
    };
    const [gap, ...others] = agentGaps(agent({ delegates: ['two'] }), around({ agents }));
    expect(others).toEqual([]);
    expect(gap).toMatchObject({ kind: 'tool', name: 'no_such' });
    expect(gap?.message).toContain('needed by three');
  });

  it('is found however agents delegate to each other, in circles too', () => {
    const names = ['one', 'two', 'three', 'four'];
    const delegates = fc.array(fc.constantFrom(...names), { maxLength: 4 });
    fc.assert(
      fc.property(fc.tuple(delegates, delegates, delegates, delegates), (lists) => {
        const agents = Object.fromEntries(
          names.map((name, index) => [
            name,
            agent({ name, delegates: [...new Set(lists[index])], tools: ['no_such'] }),
          ]),
        );
        const reached = new Set(['one']);
        for (const name of reached) {
          for (const next of agents[name]!.delegates) reached.add(next);
        }
        const gaps = agentGaps(agents['one']!, around({ agents }));
        const lacking = names.filter(
          (name) =>
            name === 'one' || gaps.some(({ message }) => message.includes(`needed by ${name},`)),
        );
        expect(new Set(lacking)).toEqual(reached);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { isPlanTool, planToolDefinition } from '../../../../activities/planning/plan-tools.ts';
import type { PlanTool } from '../../../../activities/planning/plan-tools.ts';
import { revisePlan } from '../../../../activities/planning/revise-plan.ts';
import { builtInAgents } from '../../../../contracts/agents/index.ts';
import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import type { outputForms } from '../../../../contracts/trading/outputs.ts';
import type { Revision } from '../../../../db/repositories/runs/plans.ts';
import { answerByRule } from '../../../../activities/trading/demo/index.ts';
import { definition, market, outputDefinitions, replyTo, toolSchemas } from './demo-desk.ts';
import type { Replies, ToolName } from './demo-desk.ts';
import { request } from '../../models/requests.ts';

const planTools: PlanTool[] = ['set_plan', 'update_plan'];

/** What a built-in agent may call; nothing but marks where its plan is given to it. */
function toolsOf(name: string, { isGiven = false, delegates = [] as ToolName[] } = {}) {
  const { tools, output } = builtInAgents[name]!;
  const delivering = output ? outputDefinitions(output as keyof typeof outputForms) : [];
  const own = [...(tools as ToolName[]), ...delegates];
  return {
    tools: [
      ...own.map((tool) => definition(tool, toolSchemas[tool])),
      ...planTools.filter((tool) => !isGiven || tool === 'update_plan').map(planToolDefinition),
      ...delivering,
    ],
    delivering: new Set(delivering.map((tool) => tool.name)),
  };
}

/** Lets the demo model work as a built-in agent until it delivers: what it calls, and each of its plans. */
function workAs(name: string, replies: Replies = market(1), options = {}) {
  const { tools, delivering } = toolsOf(name, options);
  const messages: ChatMessage[] = [{ role: 'user', text: 'Look at SPX' }];
  const turns: string[][] = [];
  const plans: Revision[] = [];
  for (let turn = 1; turn < 12; turn += 1) {
    const toolChoice = turn === 1 ? 'required' : 'auto';
    const { text, toolCalls } = answerByRule({ ...request({ messages, tools }), toolChoice });
    messages.push({ role: 'assistant', text, toolCalls });
    turns.push(toolCalls.map((call) => call.name));
    for (const call of toolCalls) {
      if (!isPlanTool(call.name)) {
        if (!delivering.has(call.name)) messages.push(replyTo(call, replies));
        continue;
      }
      const revised = revisePlan(plans.at(-1), { name: call.name, args: call.args });
      if ('problem' in revised) throw new Error(revised.problem);
      plans.push(revised.plan);
      const told = { callId: call.id, name: call.name, text: 'Your plan now', isError: false };
      messages.push({ role: 'tool', ...told });
    }
    if (toolCalls.every((call) => delivering.has(call.name) || call.name === 'update_plan')) {
      return { turns, plans };
    }
  }
  throw new Error('It never came to an end');
}

const marks = ({ steps }: Revision) => steps.map(({ id, status }) => `${id} ${status}`).join(', ');
const down = new Error('no connection');

describe('the demo model', () => {
  it.each([
    [
      'research',
      ['market done, news active, sentiment pending', 'market done, news done, sentiment active'],
    ],
    [
      'trading',
      [
        'market done, portfolio active, size pending, risk pending',
        'market done, portfolio done, size active, risk active',
        'market done, portfolio done, size done, risk done',
      ],
    ],
    ['evaluation', ['market done, risk active', 'market done, risk done']],
    [
      'leader',
      [
        'market done, portfolio active, size pending, order pending',
        'market done, portfolio done, size active, order pending',
        'market done, portfolio done, size done, order active',
        'market done, portfolio done, size done, order done',
      ],
    ],
  ])('as %s sets its plan with its first calls, and marks each step', (name, expected) => {
    const { turns, plans } = workAs(name);
    expect(turns[0]?.slice(0, 2)).toEqual(['set_plan', 'get_price']);
    expect(turns.flat().filter((call) => call === 'set_plan')).toHaveLength(1);
    expect(marks(plans[0]!)).toMatch(/^market active(, \w+ pending)+$/);
    expect(plans.slice(1).map(marks)).toEqual(expected.map((text) => `${text}, result pending`));
  });

  it('names what its plan leads to', () => {
    const ends = ['research', 'trading', 'evaluation', 'leader'].map(
      (name) => workAs(name).plans[0]?.steps.at(-1)?.text,
    );
    expect(ends).toEqual([
      'Write the report',
      'Decide to buy, sell or hold',
      'Give a score and a recommendation',
      'Decide to open, close or stand aside',
    ]);
  });

  it('asks for research first where it may delegate', () => {
    const { turns, plans } = workAs('trading', market(1), { delegates: ['delegate_to_research'] });
    expect(turns[0]).toEqual(['set_plan', 'delegate_to_research']);
    expect(marks(plans[0]!)).toMatch(/^research active, market pending/);
  });

  it('plans again when a step fails: without what needs it, and says why', () => {
    const { turns, plans } = workAs('trading', market(1, { get_portfolio: down }));
    expect(plans.map(marks)).toEqual([
      'market active, portfolio pending, size pending, risk pending, result pending',
      'market done, portfolio active, size pending, risk pending, result pending',
      'market done, portfolio failed, size skipped, risk active, result pending',
      'market done, portfolio failed, size skipped, risk done, result pending',
    ]);
    expect(turns[2]).toEqual(['set_plan', 'calculate_risk_reward']);
    expect(plans[2]?.reason).toBe('get_portfolio failed: no connection');
    expect(plans[2]?.steps.slice(1, 3)).toMatchObject([
      { id: 'portfolio', note: 'get_portfolio failed: no connection' },
      { id: 'size', note: 'get_portfolio failed: no connection' },
    ]);
  });

  it('plans again before it reports, where the last step failed', () => {
    const { turns, plans } = workAs('research', market(1, { search_news: down }));
    expect(turns.slice(-2)).toEqual([['set_plan'], []]);
    expect(marks(plans.at(-1)!)).toBe(
      'market done, news failed, sentiment skipped, result pending',
    );
  });

  it('has done a step where one of its tools served in place of another, and notes which failed', () => {
    const { plans } = workAs('research', market(1, { get_price: down }));
    expect(plans.at(-1)?.steps[0]).toMatchObject({
      status: 'done',
      note: 'get_price failed: no connection',
    });
    expect(plans.some(({ reason }) => reason !== undefined)).toBe(false);
  });

  it('sets no plan where it is offered none', () => {
    const { turns, plans } = workAs('research', market(1), { isGiven: true });
    expect(turns[0]).toEqual(['get_price', 'get_ohlcv', 'get_indicators']);
    expect(plans).toEqual([]);
  });

  it('that must set a plan does nothing else', () => {
    const { tools } = toolsOf('research');
    const messages: ChatMessage[] = [{ role: 'user', text: 'Look at SPX' }];
    const toolChoice = { tool: 'set_plan' };
    const { toolCalls } = answerByRule({ ...request({ messages, tools }), toolChoice });
    expect(toolCalls.map(({ name }) => name)).toEqual(['set_plan']);
  });
});

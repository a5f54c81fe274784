import type { WorkflowHandle } from '@temporalio/client';
import { expect } from 'vitest';
import type { CallModelResult } from '../../../contracts/activities/index.ts';
import { agentSchema } from '../../../contracts/agents/index.ts';
import {
  eventArrived,
  interruptAgent,
  requestCancel,
  resolveApproval,
  resumeAgent,
} from '../../../workflows/messages.ts';
import type { Recorded, Scripts } from './fake-activities.ts';
import { permanent } from './fake-activities.ts';
import type { PipelineParts, runInput } from './harness.ts';
import { asks, carriesOut, delegatesTo, delivers, overBudget, plansAnd } from './model-answers.ts';

/** An agent that delegates to the two of these scenarios. */
const planningAgent = (name: string, planning: string) =>
  agentSchema.parse({
    name,
    role: name,
    instructions: `You are ${name}.`,
    planning,
    delegates: ['surfer', 'helper'].filter((other) => other !== name),
  });

/** A run from start to end: what recorded histories are made of. */
export type Scenario = {
  pipeline: PipelineParts;
  options?: Omit<Parameters<typeof runInput>[1], 'runId'>;
  scripts?: Scripts;
  /** What happens to the run from outside. */
  act?: (run: WorkflowHandle, recorded: Recorded) => Promise<void>;
  /** Node paths of the child workflows whose histories are kept too. */
  children?: string[];
};

/** A person rejects what is asked first, and approves what is asked then. */
const rejectThenApprove: Scenario['act'] = async (run, recorded) => {
  for (const count of [1, 2]) {
    await expect.poll(() => recorded.approvals.length, { timeout: 10_000 }).toBe(count);
    const approvalId = recorded.approvals[count - 1]?.approvalId ?? '';
    const decision = count === 1 ? 'reject' : 'approve';
    await run.signal(resolveApproval, { approvalId, decision, by: 'operator' });
  }
};

export const scenarios = {
  'research-hands-to-trading': {
    pipeline: {
      nodes: [
        { id: 'research', kind: 'agent', agent: 'research', task: 'Analyse {{ inputs.symbol }}' },
        {
          id: 'decide',
          kind: 'agent',
          agent: 'trading',
          delegates: ['research'],
          task: 'Decide, given {{ nodes.research.output.report }}',
        },
        { id: 'worth_it', kind: 'condition', when: 'nodes.decide.output.action != "hold"' },
        { id: 'confirm', kind: 'approval', show: '{{ nodes.decide.output }}' },
        {
          id: 'order',
          kind: 'tool',
          tool: 'create_paper_order',
          args: '{{ nodes.decide.output }}',
        },
      ],
      edges: [
        { from: 'research', to: 'decide' },
        { from: 'decide', to: 'worth_it' },
        { from: 'worth_it', port: 'yes', to: 'confirm' },
        { from: 'confirm', port: 'approved', to: 'order' },
      ],
    },
    options: { input: { symbol: 'SPX' } },
    scripts: {
      model({ conversationId, turn }) {
        if (conversationId.endsWith('research')) {
          return turn === 1 ? plansAnd(asks('get_price')) : delivers({ report: 'up' });
        }
        return turn === 1 ? plansAnd(delegatesTo('research')) : delivers({ action: 'buy' });
      },
      tool: ({ tool }) => {
        if (tool === 'get_price') throw permanent('RATE_LIMIT', 'too many');
        return { filled: true };
      },
    },
    async act(run, recorded) {
      await expect.poll(() => recorded.approvals.length, { timeout: 10_000 }).toBe(1);
      const approvalId = recorded.approvals[0]?.approvalId ?? '';
      await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
    },
    children: ['research', 'decide', 'decide/turn-1-0-research'],
  },

  'analysts-in-parallel': {
    pipeline: {
      nodes: [
        ...['news', 'technicals', 'risk'].map((id) => ({
          id,
          kind: 'tool' as const,
          tool: 'analyse',
          onError: 'continue' as const,
        })),
        { id: 'views', kind: 'join', mode: 'quorum', quorum: 2, deadline: '1m' },
        { id: 'sum', kind: 'transform', value: '{{ nodes.views.output }}' },
      ],
      edges: [
        { from: 'news', to: 'views' },
        { from: 'technicals', to: 'views' },
        { from: 'risk', to: 'views' },
        { from: 'views', to: 'sum' },
      ],
    },
    scripts: {
      tool({ nodePath }) {
        if (nodePath === 'risk') throw permanent('EXECUTION_ERROR', 'broken');
        return { view: nodePath };
      },
    },
  },

  'child-pipeline-that-waits': {
    pipeline: { nodes: [{ id: 'desk', kind: 'pipeline', pipeline: 'child' }] },
    options: {
      pipelines: [
        {
          name: 'child',
          nodes: [
            { id: 'confirm', kind: 'approval', show: 'this' },
            { id: 'order', kind: 'tool', tool: 'create_paper_order' },
          ],
          edges: [{ from: 'confirm', to: 'order' }],
        },
      ],
    },
    scripts: {
      tool: (() => {
        let calls = 0;
        return () => {
          calls += 1;
          return calls === 1
            ? { status: 'waiting', retryAfterMs: 10, reason: 'the next bar' }
            : { status: 'completed', output: { filled: true }, preview: '' };
        };
      })(),
    },
    async act(run, recorded) {
      await expect.poll(() => recorded.approvals.length, { timeout: 10_000 }).toBe(1);
      const approvalId = recorded.approvals[0]?.approvalId ?? '';
      await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
    },
    children: ['desk'],
  },

  'children-of-pinned-versions': {
    pipeline: {
      nodes: [
        { id: 'desk', kind: 'pipeline', pipeline: 'child', version: 1 },
        { id: 'live', kind: 'pipeline', pipeline: 'child' },
        { id: 'each', kind: 'map', pipeline: 'child', version: 2, items: [{}] },
      ],
      output: '{{ [nodes.desk.output, nodes.live.output, nodes.each.output[0]] }}',
    },
    options: {
      pipelines: [{ name: 'child', nodes: [{ id: 'n', kind: 'transform', value: 'live' }] }],
      pinned: {
        'child@1': { name: 'child', nodes: [{ id: 'n', kind: 'transform', value: 'first' }] },
        'child@2': { name: 'child', nodes: [{ id: 'n', kind: 'transform', value: 'second' }] },
      },
    },
    children: ['desk', 'live', 'each.item-1'],
  },

  'decisions-that-do-not-count': {
    pipeline: {
      nodes: [
        {
          id: 'confirm',
          kind: 'approval',
          show: 'this',
          tool: 'create_paper_order',
          args: { quantity: 5 },
        },
        { id: 'order', kind: 'tool', tool: 'create_paper_order' },
      ],
      edges: [{ from: 'confirm', to: 'order' }],
    },
    scripts: {
      token: 'open sesame',
      misfit: ({ editedArgs }) => (editedArgs?.['quantity'] === 'many' ? 'too many' : undefined),
    },
    async act(run, recorded) {
      const refused = (count: number) =>
        expect.poll(() => recorded.refusals.length, { timeout: 10_000 }).toBe(count);
      await expect.poll(() => recorded.approvals.length, { timeout: 10_000 }).toBe(1);
      const approvalId = recorded.approvals[0]?.approvalId ?? '';
      const approve = { approvalId, decision: 'approve', by: 'operator' } as const;
      await run.signal(resolveApproval, approve);
      await refused(1);
      const token = 'open sesame';
      await run.signal(resolveApproval, { ...approve, token, args: { quantity: 'many' } });
      await refused(2);
      await run.signal(resolveApproval, { ...approve, token, args: { quantity: 2 } });
    },
  },

  'nodes-that-act-after-content-from-outside': {
    pipeline: {
      nodes: [
        { id: 'read', kind: 'tool', tool: 'scrape_page' },
        { id: 'confirm', kind: 'approval', show: '{{ nodes.read.output }}' },
        { id: 'approved', kind: 'tool', tool: 'create_paper_order' },
        { id: 'order', kind: 'tool', tool: 'create_paper_order', timeout: '1h' },
        { id: 'desk', kind: 'pipeline', pipeline: 'buys' },
      ],
      edges: [
        { from: 'read', to: 'confirm' },
        { from: 'confirm', to: 'approved' },
        { from: 'read', to: 'order' },
        { from: 'order', to: 'desk' },
      ],
    },
    options: {
      pipelines: [
        {
          name: 'buys',
          nodes: [{ id: 'each', kind: 'map', tool: 'create_paper_order', items: [{}] }],
        },
      ],
    },
    scripts: {
      tool({ tool, outside = [], approvalId }) {
        const done = { status: 'completed' as const, output: tool, preview: '' };
        if (tool === 'scrape_page') return { ...done, outside: ['scrape_page https://a.example'] };
        return outside.length === 0 || approvalId !== undefined
          ? done
          : {
              status: 'approval_due',
              label: 'create_paper_order buy 2 SPX',
              show: { reason: 'It rests on content from outside' },
              outside,
              approvers: ['operator'],
              timeoutMs: 60_000,
            };
      },
    },
    async act(run, recorded) {
      for (const [index, count] of [2, 3].entries()) {
        await expect.poll(() => recorded.approvals.length, { timeout: 10_000 }).toBe(count);
        for (const { approvalId } of recorded.approvals.slice(index * 2)) {
          await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
        }
      }
    },
    children: ['desk'],
  },

  'waits-for-a-time': {
    pipeline: {
      nodes: [
        { id: 'pause', kind: 'wait', for: '50ms' },
        { id: 'past', kind: 'wait', until: '{{ nodes.pause.output.until }}' },
        { id: 'after', kind: 'transform', value: '{{ nodes.past.output.until }}' },
      ],
      edges: [
        { from: 'pause', to: 'past' },
        { from: 'past', to: 'after' },
      ],
    },
  },

  'loop-that-ends-by-its-condition': {
    pipeline: {
      nodes: [
        {
          id: 'count',
          kind: 'loop',
          pipeline: 'round',
          inputs: { n: '{{ round.?last.?n.orValue(0) }}' },
          until: 'round.last.n >= 2.0',
          maximumRounds: 5,
          maximumTime: '1h',
          maximumUsd: 1,
        },
        {
          id: 'ended',
          kind: 'switch',
          value: 'nodes.count.output.ended',
          cases: [{ port: 'settled', is: 'condition' }],
        },
        { id: 'good', kind: 'transform', value: '{{ nodes.count.output.last }}' },
        { id: 'bad', kind: 'transform', value: 'it did not' },
      ],
      edges: [
        { from: 'count', to: 'ended' },
        { from: 'ended', port: 'settled', to: 'good' },
        { from: 'ended', to: 'bad' },
      ],
    },
    options: {
      pipelines: [
        {
          name: 'round',
          nodes: [{ id: 'add', kind: 'tool', tool: 'echo', args: { n: '{{ inputs.n + 1.0 }}' } }],
          output: '{{ nodes.add.output }}',
        },
      ],
    },
    children: ['count.round-1', 'count.round-2'],
  },

  'round-that-asks-a-person': {
    pipeline: {
      nodes: [{ id: 'count', kind: 'loop', pipeline: 'asks', maximumRounds: 1, maximumTime: '1h' }],
    },
    options: {
      pipelines: [{ name: 'asks', nodes: [{ id: 'confirm', kind: 'approval', show: 'this' }] }],
    },
    async act(run, recorded) {
      await expect.poll(() => recorded.approvals.length, { timeout: 10_000 }).toBe(1);
      const approvalId = recorded.approvals[0]?.approvalId ?? '';
      await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
    },
    children: ['count.round-1'],
  },

  'waits-for-events': {
    pipeline: {
      nodes: [
        { id: 'never', kind: 'wait_for_event', event: 'order.lost', timeout: '50ms' },
        { id: 'paid', kind: 'wait_for_event', event: 'order.paid', when: 'event.data.n == 1' },
      ],
      edges: [{ from: 'never', port: 'timeout', to: 'paid' }],
    },
    scripts: { event: ({ isOver }) => (isOver ? {} : { event: { data: { n: 1 } } }) },
    async act(run, recorded) {
      await expect.poll(() => recorded.waits.length, { timeout: 10_000 }).toBe(2);
      await run.signal(eventArrived, { wait: `${run.workflowId}/paid` });
    },
  },

  'child-pipeline-that-fails': {
    pipeline: { nodes: [{ id: 'desk', kind: 'pipeline', pipeline: 'child' }] },
    options: {
      pipelines: [
        { name: 'child', nodes: [{ id: 'order', kind: 'tool', tool: 'create_paper_order' }] },
      ],
    },
    scripts: {
      tool() {
        throw permanent('EXECUTION_ERROR', 'broken');
      },
    },
    children: ['desk'],
  },

  'cancelled-while-it-waits': {
    pipeline: {
      nodes: [
        { id: 'look', kind: 'tool', tool: 'get_price' },
        { id: 'confirm', kind: 'approval', show: 'this' },
      ],
      edges: [{ from: 'look', to: 'confirm' }],
    },
    async act(run, recorded) {
      await expect.poll(() => recorded.approvals.length, { timeout: 10_000 }).toBe(1);
      await run.signal(requestCancel, { by: 'operator', reason: 'changed my mind' });
    },
  },

  'agents-that-plan-and-delegate': {
    pipeline: {
      nodes: [{ id: 'look', kind: 'agent', agent: 'surfer', task: 'Look' }],
    },
    options: {
      agents: {
        surfer: planningAgent('surfer', 'waves'),
        helper: planningAgent('helper', 'model'),
      },
    },
    scripts: {
      model({ toolChoice, nodePath, turn }) {
        if (toolChoice === 'plan') return plansAnd(asks());
        if (nodePath.endsWith('helper')) {
          return turn === 2 ? delegatesTo('surfer') : delivers({ report: 'alone' });
        }
        return turn <= 2 ? delegatesTo('helper') : delivers({ report: 'done' });
      },
    },
    children: ['look', 'look/turn-1-0-helper'],
  },

  'agent-that-asks-for-more-and-is-interrupted': {
    pipeline: {
      nodes: [{ id: 'look', kind: 'agent', agent: 'research', task: 'Look' }],
    },
    scripts: {
      model: (() => {
        let calls = 0;
        return ({ turn }) => {
          calls += 1;
          if (calls === 1) return { status: 'waiting', retryAfterMs: 10, reason: 'a long queue' };
          if (calls === 2) return overBudget;
          return turn === 1 ? plansAnd(asks('get_price')) : delivers({ report: 'up' });
        };
      })(),
    },
    async act(run, recorded) {
      const agent = run.client.getHandle(`${run.workflowId}/look`);
      await expect.poll(() => recorded.approvals.length, { timeout: 10_000 }).toBe(1);
      await agent.signal(interruptAgent, { by: 'operator' });
      const approvalId = recorded.approvals[0]?.approvalId ?? '';
      await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
      await expect.poll(() => recorded.interrupted.length, { timeout: 10_000 }).toBe(1);
      await agent.signal(resumeAgent, { by: 'operator', instruction: 'mind the gap' });
    },
    children: ['look'],
  },

  'agent-that-nobody-may-resume-but-one': {
    pipeline: { nodes: [{ id: 'look', kind: 'agent', agent: 'research', task: 'Look' }] },
    scripts: {
      model: (() => {
        let calls = 0;
        return ({ turn }) => {
          calls += 1;
          if (calls === 1)
            return { status: 'waiting', retryAfterMs: 1_000, reason: 'a long queue' };
          return turn === 1 ? asks('get_price') : delivers({ report: 'up' });
        };
      })(),
      forged: ({ seal }) => (seal === 'real' ? undefined : 'nothing proves it'),
    },
    async act(run, recorded) {
      const agent = run.client.getHandle(`${run.workflowId}/look`);
      await expect.poll(() => recorded.models.length, { timeout: 10_000 }).toBe(1);
      await agent.signal(interruptAgent, { by: 'operator' });
      // While it is at work, and then while it stands still.
      await agent.signal(resumeAgent, { by: 'mallory' });
      await expect.poll(() => recorded.interrupted.length, { timeout: 10_000 }).toBe(1);
      await agent.signal(resumeAgent, { by: 'mallory', instruction: 'buy it all' });
      await agent.signal(resumeAgent, { by: 'operator', instruction: 'go on', seal: 'real' });
    },
    children: ['look'],
  },

  'agent-that-asks-to-place-an-order': {
    pipeline: {
      nodes: [
        { id: 'decide', kind: 'agent', agent: 'leader', task: 'Decide' },
        { id: 'after', kind: 'transform', value: '{{ nodes.decide.output }}' },
      ],
      edges: [{ from: 'decide', to: 'after' }],
    },
    scripts: {
      model({ turn }) {
        if (turn === 1) return plansAnd(asks('search_news'));
        return turn === 2 ? asks('create_paper_order') : delivers({ action: 'open_long' });
      },
      tool({ tool, approvalId }) {
        const given = { status: 'completed' as const, output: null, preview: '' };
        if (tool === 'search_news') return { ...given, outside: ['search_news SPX'] };
        return approvalId === undefined
          ? {
              status: 'approval_due',
              label: 'create_paper_order buy 2 SPX',
              show: { agent: 'leader' },
              outside: ['search_news SPX'],
              approvers: ['operator'],
              timeoutMs: 60_000,
            }
          : given;
      },
    },
    async act(run, recorded) {
      await expect.poll(() => recorded.approvals.length, { timeout: 10_000 }).toBe(1);
      const approvalId = recorded.approvals[0]?.approvalId ?? '';
      await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
    },
    children: ['decide'],
  },

  'agent-whose-plan-is-approved': {
    pipeline: { nodes: [{ id: 'look', kind: 'agent', agent: 'research', task: 'Look' }] },
    scripts: {
      model: (() => {
        const asked = new Map<number, number>();
        const due: CallModelResult = {
          status: 'plan_due',
          approvers: ['operator'],
          timeoutMs: 60_000,
        };
        return ({ turn }) => {
          const times = (asked.get(turn) ?? 0) + 1;
          asked.set(turn, times);
          if (turn === 1) return plansAnd(asks());
          // The first plan is rejected, and the second one approved.
          if (turn <= 3 && times === 1) return due;
          if (turn === 2) return plansAnd(asks());
          return turn === 3 ? asks('get_price') : delivers({ report: 'up' });
        };
      })(),
    },
    act: rejectThenApprove,
    children: ['look'],
  },

  'agent-whose-result-is-an-order': {
    pipeline: {
      nodes: [
        { id: 'decide', kind: 'agent', agent: 'leader', task: 'Decide' },
        { id: 'after', kind: 'transform', value: '{{ nodes.decide.output.order }}' },
      ],
      edges: [{ from: 'decide', to: 'after' }],
    },
    scripts: {
      model: ({ turn }) => (turn === 1 ? plansAnd(asks('get_price')) : carriesOut('open_long')),
      tool({ tool, step, approvalId }) {
        const given = { status: 'completed' as const, output: null, preview: '' };
        if (tool === 'get_price') return given;
        if (approvalId !== undefined) {
          if (step === 'turn-2.call-0') {
            throw permanent('PERMISSION_DENIED', 'The operator declined it.');
          }
          return { ...given, output: { action: 'open_long', order: 'a1' } };
        }
        return {
          status: 'approval_due',
          label: 'create_paper_order buy 2 SPX',
          show: { agent: 'leader' },
          outside: [],
          approvers: ['operator'],
          timeoutMs: 60_000,
        };
      },
    },
    act: rejectThenApprove,
    children: ['decide'],
  },

  'decisions-that-fail-and-go-on': {
    pipeline: {
      nodes: [
        { id: 'worth_it', kind: 'condition', when: 'inputs.missing > 1', onError: 'continue' },
        {
          id: 'confirm',
          kind: 'approval',
          show: 'an order',
          timeout: '1s',
          onTimeout: 'fail',
          onError: 'continue',
        },
        { id: 'counted', kind: 'tool', tool: 'get_price' },
        { id: 'order', kind: 'tool', tool: 'create_paper_order' },
      ],
      edges: [
        { from: 'worth_it', to: 'counted' },
        { from: 'confirm', to: 'order' },
      ],
    },
  },

  'chain-with-quick-tools': {
    pipeline: {
      nodes: [
        {
          id: 'sized',
          kind: 'tool',
          tool: 'get_price',
          args: { n: 1 },
          timeout: '30s',
          next: [
            { id: 'size', tool: 'calculate', args: { n: '{{ calls.sized.n + 1 }}' } },
            { id: 'placed', tool: 'get_price', args: { n: '{{ calls.size.n + 1 }}' } },
          ],
        },
        {
          id: 'sum',
          kind: 'tool',
          tool: 'calculate',
          args: { n: '{{ nodes.sized.output.placed.n }}' },
        },
      ],
      edges: [{ from: 'sized', to: 'sum' }],
    },
    options: { quickTools: ['calculate'] },
  },

  'map-over-a-list': {
    pipeline: {
      nodes: [
        {
          id: 'prices',
          kind: 'map',
          tool: 'get_price',
          items: "{{ inputs.symbols.map(s, {'symbol': s}) }}",
          concurrency: 2,
          onItemError: 'continue',
        },
        { id: 'sums', kind: 'map', pipeline: 'sum', items: [{ n: 1 }, { n: 2 }] },
      ],
      edges: [{ from: 'prices', to: 'sums' }],
    },
    options: {
      input: { symbols: ['A', 'B', 'C'] },
      pipelines: [
        { name: 'sum', nodes: [{ id: 'add', kind: 'transform', value: '{{ inputs.n + 1 }}' }] },
      ],
    },
    scripts: {
      tool({ step }) {
        if (step === 'item-2') throw permanent('EXECUTION_ERROR', 'B is not traded');
        return { price: 1 };
      },
    },
    children: ['sums.item-1'],
  },

  'agent-at-its-limits': {
    pipeline: {
      nodes: [
        {
          id: 'look',
          kind: 'agent',
          agent: 'research',
          task: 'Look',
          maximumTurns: 2,
          retry: { maximumAttempts: 2 },
          onError: 'port',
        },
        { id: 'sorry', kind: 'transform', value: '{{ nodes.look.error }}' },
      ],
      edges: [{ from: 'look', port: 'error', to: 'sorry' }],
    },
    scripts: { model: () => asks() },
    children: ['look', 'look.try-2'],
  },

  'agent-that-is-tried-again': {
    pipeline: {
      nodes: [
        {
          id: 'look',
          kind: 'agent',
          agent: 'research',
          task: 'Look',
          retry: { maximumAttempts: 2 },
        },
      ],
    },
    scripts: {
      model({ nodePath }) {
        if (nodePath === 'look') throw permanent('NoAnswer', 'it said nothing');
        return delivers('second try');
      },
    },
    children: ['look.try-2'],
  },

  'run-that-retries-another': {
    pipeline: {
      nodes: [
        { id: 'price', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } },
        { id: 'desk', kind: 'pipeline', pipeline: 'desk', inputs: {} },
        { id: 'look', kind: 'agent', agent: 'research', task: '{{ nodes.price.output.price }}' },
      ],
      edges: [
        { from: 'price', to: 'desk' },
        { from: 'desk', to: 'look' },
      ],
    },
    options: {
      pipelines: [
        {
          name: 'desk',
          nodes: [{ id: 'look', kind: 'tool', tool: 'get_price', args: { symbol: 'SPX' } }],
        },
      ],
      retry: {
        of: 'run_before',
        kept: [
          {
            id: 'price',
            kind: 'tool',
            status: 'completed',
            port: 'done',
            output: { price: 7 },
            keptFrom: 'run_before',
          },
        ],
        continued: ['desk'],
      },
    },
    scripts: { model: () => delivers('up') },
    children: ['desk', 'look'],
  },

  'outages-that-are-waited-for': {
    pipeline: {
      nodes: [
        { id: 'price', kind: 'tool', tool: 'get_price' },
        { id: 'order', kind: 'tool', tool: 'send', onOutage: 'fail', onError: 'continue' },
        { id: 'look', kind: 'agent', agent: 'research', task: 'Look' },
      ],
      edges: [
        { from: 'price', to: 'order' },
        { from: 'order', to: 'look' },
      ],
    },
    scripts: (() => {
      const away = {
        status: 'waiting',
        retryAfterMs: 0,
        reason: 'The database does not respond.',
        away: 'the database',
      } as const;
      const seen = new Set<string>();
      const isFirst = (key: string) => !seen.has(key) && seen.add(key) !== undefined;
      return {
        tool: ({ tool }) => (tool === 'send' || isFirst(tool) ? away : { price: 1 }),
        model: () => (isFirst('model') ? away : delivers({ report: 'up' })),
      } satisfies Scripts;
    })(),
    children: ['look'],
  },

  'outage-that-several-calls-wait-for': {
    pipeline: {
      nodes: [
        {
          id: 'prices',
          kind: 'map',
          tool: 'get_price',
          items: [{ symbol: 'A' }, { symbol: 'B' }, { symbol: 'C' }],
          concurrency: 3,
        },
      ],
    },
    scripts: (() => {
      const away = {
        status: 'waiting',
        retryAfterMs: 0,
        reason: 'The database does not respond.',
        away: 'the database',
      } as const;
      let calls = 0;
      return {
        tool() {
          calls += 1;
          return calls > 6 ? { price: 1 } : away;
        },
      } satisfies Scripts;
    })(),
  },

  'start-that-is-checked': {
    pipeline: { nodes: [{ id: 'look', kind: 'agent', agent: 'research', task: 'Look' }] },
    children: ['look'],
  },
} satisfies Record<string, Scenario>;

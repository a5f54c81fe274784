import type { WorkflowHandle } from '@temporalio/client';
import { expect } from 'vitest';
import { agentSchema } from '../../../contracts/agents.ts';
import {
  interruptAgent,
  requestCancel,
  resolveApproval,
  resumeAgent,
} from '../../../workflows/messages.ts';
import type { Recorded, Scripts } from './fake-activities.ts';
import { permanent } from './fake-activities.ts';
import type { PipelineParts, runInput } from './harness.ts';
import { asks, delegatesTo, delivers, overBudget, plansAnd } from './model-answers.ts';

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
} satisfies Record<string, Scenario>;

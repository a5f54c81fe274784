import { describe, expect, it } from 'vitest';
import { callHash } from '../../../../activities/tool-kit/agent-asking.ts';
import type { AgentAsking, DecidedCall } from '../../../../activities/tool-kit/agent-asking.ts';
import { ApprovalNeeded } from '../../../../activities/tool-kit/executor.ts';
import {
  checkApproval,
  checkSideEffectOfAgent,
} from '../../../../activities/tools/steps/side-effects.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { agentPolicies, sideEffectPolicies } from '../../../../contracts/tools/side-effects.ts';
import type { SideEffectPolicy } from '../../../../contracts/tools/side-effects.ts';
import { toolSpec } from '../../../support/tool-spec.ts';

const order = toolSpec('create_paper_order', { sideEffect: true });
const args = { symbol: 'SPX', quantity: 2 };
const approved: DecidedCall = {
  id: 'run_1.decide.call-3-0',
  status: 'approved',
  by: 'ann',
  comment: null,
  hash: callHash(order.name, args),
  askedArgs: args,
  editedArgs: null,
};

/** What comes of a call: `made`, `asked` or why it is refused. */
async function outcome(
  asking: Partial<AgentAsking> | undefined,
  operator: SideEffectPolicy | undefined,
  called: JsonObject = args,
): Promise<string> {
  const request = {
    tool: order.name,
    allowedTools: [order.name],
    args: called,
    ...(asking && { asking: { policy: 'ask' as const, taint: [], ...asking } }),
  };
  const terms = { sideEffects: operator };
  try {
    checkSideEffectOfAgent(order, request, terms);
    await checkApproval(order, request, terms, {
      propose: async () => ({}),
      reducesRisk: async () => called['side'] === 'sell',
    });
    return 'made';
  } catch (error) {
    return error instanceof ApprovalNeeded ? 'asked' : (error as Error).message;
  }
}

describe('a side effect that an agent asks for', () => {
  it.each(
    agentPolicies.flatMap((policy) => sideEffectPolicies.map((operator) => ({ policy, operator }))),
  )(
    'under "$policy" and the operator\'s "$operator" is decided by the stricter one',
    async ({ policy, operator }) => {
      const strictest = [policy, operator];
      const before = await outcome({ policy }, operator);
      const after = await outcome({ policy, taint: ['a page'] }, operator);
      if (operator === 'refuse') {
        expect([before, after]).toEqual(Array(2).fill(expect.stringContaining('cannot call')));
      } else if (strictest.includes('ask')) {
        expect([before, after]).toEqual(['asked', 'asked']);
      } else if (strictest.includes('ask-after-outside')) {
        expect([before, after]).toEqual(['made', 'asked']);
      } else {
        expect([before, after]).toEqual(['made', 'made']);
      }
    },
  );

  it('needs a person after content from outside where the operator has set nothing', async () => {
    expect(await outcome({ policy: 'allow' }, undefined)).toBe('made');
    expect(await outcome({ policy: 'allow', taint: ['a page'] }, undefined)).toBe('asked');
  });

  it('is asked about whatever the policy where its tool always is', async () => {
    expect(await outcome({ policy: 'allow', always: true }, 'allow')).toBe('asked');
    const declined = { always: true, approval: { ...approved, status: 'rejected' } } as const;
    expect(await outcome(declined, 'allow')).toContain('ann rejected');
    expect(await outcome({ always: true, approval: approved }, 'allow')).toBe('made');
  });

  it('is made without asking where it only reduces risk and nobody has said otherwise', async () => {
    const sale = { ...args, side: 'sell' };
    expect(await outcome({ sparesRelief: true }, 'allow', sale)).toBe('made');
    expect(await outcome({}, 'allow', sale)).toBe('asked');
    expect(await outcome({ sparesRelief: true }, 'allow', { ...args, side: 'buy' })).toBe('asked');
    const rejected = { ...approved, status: 'rejected', hash: callHash(order.name, sale) } as const;
    const declined = { sparesRelief: true, approval: { ...rejected, askedArgs: sale } } as const;
    expect(await outcome(declined, 'allow', sale)).toContain('ann rejected');
  });

  it('is refused where nothing says how it is decided', async () => {
    expect(await outcome(undefined, 'allow')).toContain('cannot call create_paper_order');
  });

  it('is made as it was approved, word for word, or as a person has changed it', async () => {
    expect(await outcome({ approval: approved }, 'ask')).toBe('made');
    const editedArgs = { symbol: 'SPX', quantity: 1 };
    const edited = { ...approved, editedArgs };
    expect(await outcome({ approval: edited }, 'ask', editedArgs)).toBe('made');
    expect(await outcome({ approval: edited }, 'ask', args)).toContain('is not for this call');
  });

  it('is refused where the approval is of another call', async () => {
    const others: Partial<DecidedCall>[] = [
      { hash: callHash(order.name, { ...args, quantity: 3 }) },
      { hash: callHash('ssh_command', args) },
    ];
    for (const other of others) {
      expect(await outcome({ approval: { ...approved, ...other } }, 'ask')).toContain(
        'is not for this call',
      );
    }
    const more = { ...args, quantity: 200 };
    expect(await outcome({ approval: approved }, 'ask', more)).toContain('is not for this call');
  });

  it.each([
    ['pending', 'is still waiting for approval'],
    ['rejected', 'ann rejected'],
    ['expired', 'expired, so the call was not made'],
    ['withdrawn', 'was withdrawn'],
  ] as const)(
    'is refused where the approval is %s, also where the policy is free',
    async (status, why) => {
      const approval = { ...approved, status };
      expect(await outcome({ policy: 'allow', approval }, 'allow')).toContain(why);
    },
  );
});

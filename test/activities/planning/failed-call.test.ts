import { describe, expect, it } from 'vitest';
import { assessFailure, failureObservation } from '../../../activities/planning/failed-call.ts';
import type { FailedCall } from '../../../activities/planning/failed-call.ts';
import type { ChatMessage } from '../../../contracts/models/messages.ts';
import type { ToolSpec, ToolTerms } from '../../../contracts/tools/tools.ts';

const specs: Record<string, Partial<ToolSpec>> = {
  get_price: { alternatives: ['get_ohlcv', 'get_indicators'] },
  get_ohlcv: {},
  get_indicators: {},
  delete_alert: { lookup: 'list_alerts' },
  list_alerts: {},
};

const terms: ToolTerms = { plan: 'premium' };
const tools = {
  find: (name: string) => specs[name] && ({ name, plan: 'free', ...specs[name] } as ToolSpec),
};

/** The conversation after calls that failed. */
function after(...calls: [tool: string, type: string][]): ChatMessage[] {
  return calls.map(([tool, type]) => {
    const failed = { tool, error: { type, message: 'no' }, alternatives: [] };
    return {
      role: 'tool',
      callId: tool,
      name: tool,
      text: failureObservation(failed),
      isError: true,
    };
  });
}

function assess(messages: ChatMessage[], type = 'EXECUTION_ERROR') {
  const failed = { tool: 'get_price', error: { type, message: 'no connection' }, tried: 3 };
  return assessFailure(failed, { tools: Object.keys(specs) }, { tools, terms, messages });
}

describe('a call that failed', () => {
  it('has what its tool declares in its place', () => {
    const assessed = assess([]);
    expect(assessed.alternatives).toEqual(['get_ohlcv', 'get_indicators']);
    expect(assessed.exhausted).toBeUndefined();
    expect(failureObservation(assessed)).toContain('tried":"3 times"');
  });

  it('does not have those that failed too', () => {
    const { alternatives } = assess(after(['get_ohlcv', 'Timeout']));
    expect(alternatives).toEqual(['get_indicators']);
  });

  it('has those that were only called with wrong arguments', () => {
    const { alternatives } = assess(after(['get_ohlcv', 'VALIDATION_ERROR']));
    expect(alternatives).toEqual(['get_ohlcv', 'get_indicators']);
  });

  it('has nothing left when all of them failed', () => {
    const all = after(['get_ohlcv', 'Timeout'], ['get_indicators', 'RATE_LIMIT']);
    expect(assess(all).exhausted).toEqual(['get_price', 'get_ohlcv', 'get_indicators']);
    expect(assess(all, 'VALIDATION_ERROR').exhausted).toBeUndefined();
  });

  it('has a tool again whose later call went well', () => {
    const good: ChatMessage = {
      role: 'tool',
      callId: 'x',
      name: 'get_ohlcv',
      text: '{}',
      isError: false,
    };
    expect(assess([...after(['get_ohlcv', 'Timeout']), good]).alternatives).toContain('get_ohlcv');
  });

  describe('since it asked for what there is not', () => {
    const failed = {
      tool: 'delete_alert',
      error: { type: 'EXECUTION_ERROR', message: 'There is no alert x.' },
      fault: 'request',
    } as const;
    const told = (call: FailedCall, own: string[]) => {
      const assessed = assessFailure(call, { tools: own }, { tools, terms, messages: [] });
      return JSON.parse(failureObservation(assessed)) as { error: { help: string } };
    };

    it('names the tool that lists what there is, and not another try', () => {
      const { help } = told(failed, ['delete_alert', 'list_alerts']).error;
      expect(help).toMatch(/^The same call fails again\. list_alerts lists the valid values/);
      expect(help).not.toMatch(/now|Nothing is left/);
    });

    it('does not name it to an agent that may not use it, or where something else went wrong', () => {
      const elsewhere = { ...failed, fault: 'upstream' } as const;
      expect(told(failed, ['delete_alert']).error.help).not.toContain('list_alerts');
      expect(told(elsewhere, ['delete_alert', 'list_alerts']).error.help).toContain('not likely');
    });
  });
});

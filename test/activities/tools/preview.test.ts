import { describe, expect, it, vi } from 'vitest';
import { ToolError } from '../../../activities/tool-kit/tool.ts';
import type { CallPreview } from '../../../contracts/tools/preview.ts';
import { keptAudit, order, someExecutor, someRequest, someTool } from './support/executor.ts';

const shown: CallPreview = {
  facts: [{ label: 'Current price', value: '106' }],
  refusals: [],
  revision: null,
};
const request = (change = {}) => someRequest({ tool: 'place_order', ...change });

describe('the preview of a call', () => {
  it('is what the tool says about the arguments with defaults, and calls nothing', async () => {
    const handle = vi.fn(async () => null);
    const preview = vi.fn(async ({ limit }: { limit: number }) => ({
      ...shown,
      facts: [{ label: 'Limit', value: String(limit) }],
    }));
    const audit = keptAudit();
    const tools = someExecutor([order({ handle, preview, rateLimit: { minute: 1 } })], { audit });
    const again = [await tools.preview(request()), await tools.preview(request())];
    for (const { facts } of again) expect(facts).toEqual([{ label: 'Limit', value: '100' }]);
    expect(handle).not.toHaveBeenCalled();
    expect(audit.rows()).toEqual([]);
    expect((await tools.quota('place_order', 'local'))[0]?.remaining).toBe(1);
  });

  it.each<[string, Parameters<typeof someExecutor>[1], object, RegExp]>([
    ['the plan', { terms: { plan: 'free' } }, { plan: 'pro' }, /needs the plan "pro"/],
    ['a switch', { aiTrading: false }, {}, /place_order/],
  ])('says that %s would refuse the call now', async (_name, given, definition, why) => {
    const tools = someExecutor([order({ preview: async () => shown, ...definition })], given);
    expect(await tools.preview(request())).toEqual({
      facts: [],
      refusals: [expect.stringMatching(why)],
      revision: null,
    });
  });

  it('says that arguments do not fit', async () => {
    const tools = someExecutor([order({ preview: async () => shown })]);
    const { refusals } = await tools.preview(request({ args: { symbol: 'SPX', limit: 900 } }));
    expect(refusals).toEqual([expect.stringContaining('limit')]);
  });

  it('says that the tool finds it impossible, and throws what may pass', async () => {
    const failing = (retryable: boolean) =>
      someExecutor([
        order({
          preview: async () => {
            throw new ToolError('No such instrument', { retryable });
          },
        }),
      ]);
    expect((await failing(false).preview(request())).refusals).toEqual([
      expect.stringContaining('No such instrument'),
    ]);
    await expect(failing(true).preview(request())).rejects.toMatchObject({ retryable: true });
  });

  it('is refused of a tool that has none', async () => {
    const tools = someExecutor([someTool()]);
    await expect(tools.preview(someRequest())).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
    expect(tools.find('get_price')?.preview).toBeUndefined();
  });

  it('is named in the specification', () => {
    expect(someExecutor([order({ preview: async () => shown })]).find('place_order')).toMatchObject(
      { preview: true },
    );
  });
});

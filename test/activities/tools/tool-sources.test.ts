import { expect, test } from 'vitest';
import { z } from 'zod';
import { createToolExecutor } from '../../../activities/tools/create-executor.ts';
import { createToolRateLimiter } from '../../../activities/tools/steps/rate-limit.ts';
import { defineTool } from '../../../activities/tool-kit/define-tool.ts';

const saying = (name: string, word: string) =>
  defineTool({
    name,
    description: 'Says a word.',
    category: 'web',
    plan: 'free',
    rateLimit: {},
    schema: z.strictObject({}),
    handle: async () => word,
  });

function open() {
  const executor = createToolExecutor<unknown>({
    tools: [saying('fixed', 'a')],
    services: {},
    terms: { plan: 'free' },
    switches: {},
    rateLimiter: createToolRateLimiter({ redis: undefined }),
    log: () => undefined,
  });
  const run = async (tool: string) => {
    const signal = AbortSignal.timeout(5_000);
    const answer = await executor.run({ tool, args: {}, key: 'k', runId: 'r', user: 'u', signal });
    return answer.status === 'completed' ? answer.output : answer;
  };
  return { executor, run, names: () => executor.list().map(({ name }) => name) };
}

test('the tools of a source replace those that it gave before, and no others', async () => {
  const { executor, names } = open();
  executor.replaceTools('files', [saying('own', 'b')]);
  executor.replaceTools('mcp', [saying('far', 'c')]);
  expect(names()).toEqual(['fixed', 'own', 'far']);
  executor.replaceTools('files', []);
  expect(names()).toEqual(['fixed', 'far']);
});

test('an answer of the tool that had the name before is not given again', async () => {
  const { executor, run } = open();
  executor.replaceTools('files', [saying('own', 'before')]);
  expect(await run('own')).toBe('before');
  executor.replaceTools('files', [saying('own', 'after')]);
  expect(await run('own')).toBe('after');
});

test('a taken id changes nothing', async () => {
  const { executor, run, names } = open();
  executor.replaceTools('files', [saying('own', 'b')]);
  expect(() => executor.replaceTools('mcp', [saying('far', 'c'), saying('own', 'd')])).toThrow(
    'Two tools have the id own@1',
  );
  expect(names()).toEqual(['fixed', 'own']);
  expect(await run('own')).toBe('b');
});

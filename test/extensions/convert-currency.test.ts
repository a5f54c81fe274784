import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createOwnTools } from '../../activities/own-tools/own-tools.ts';
import { allTools } from '../../workers/compose/all-tools.ts';
import { createToolExecutor } from '../../activities/tools/create-executor.ts';
import { createToolRateLimiter } from '../../activities/tools/steps/rate-limit.ts';

const shipped = await allTools();

const folder = fileURLToPath(new URL('../../extensions/tools', import.meta.url));
const file = `${folder}/convert_currency.ts`;

/** What frankfurter.dev answers with, by the currencies that it is asked for. */
function rates(url: URL): { status: number; body: object } {
  const from = url.searchParams.get('base');
  const to = url.searchParams.get('symbols') ?? '';
  if (from === 'XXX') return { status: 404, body: { message: 'not found' } };
  return {
    status: 200,
    body: { amount: 1, base: from, date: '2026-01-15', rates: { [to]: 0.8611 } },
  };
}

async function openExample() {
  const asked: string[] = [];
  const own = createOwnTools({
    folder,
    taken: shipped.map(({ name }) => name),
    network: {
      async send(url) {
        asked.push(url.href);
        const { status, body } = rates(url);
        const json = Buffer.from(JSON.stringify(body));
        return { status, url: url.href, headers: {}, mediaType: 'application/json', body: json };
      },
    },
  });
  onTestFinished(() => own.stop());
  const { tools, problems } = await own.read();
  const executor = createToolExecutor<unknown>({
    tools,
    services: {},
    terms: { plan: 'free' },
    switches: {},
    rateLimiter: createToolRateLimiter({ redis: undefined }),
    log: () => undefined,
  });
  const convert = (args: Record<string, string | number>) =>
    executor.run({
      tool: 'convert_currency',
      args,
      key: 'key',
      runId: 'run',
      user: 'ada',
      signal: AbortSignal.timeout(20_000),
    });
  return { asked, convert, problems, executor };
}

test('the tool that comes along as an example converts by the rate of its source', async () => {
  const { asked, convert, problems, executor } = await openExample();
  expect(problems).toEqual([]);
  const { example = {} } = executor.find('convert_currency') ?? {};
  expect(await convert(example as Record<string, string | number>)).toMatchObject({
    output: { amount: 250, rate: 0.8611, converted: 215.28, asOf: '2026-01-15' },
  });
  expect(asked).toEqual(['https://api.frankfurter.dev/v1/latest?base=USD&symbols=EUR']);
  await expect(convert({ amount: 1, from: 'XXX', to: 'EUR' })).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    message: 'There is no reference rate of XXX in EUR.',
  });
  await expect(convert({ amount: 1, from: 'dollars', to: 'EUR' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('the documentation shows that file as it is', async () => {
  const documentation = await readFile(
    fileURLToPath(new URL('../../docs/extensions.md', import.meta.url)),
    'utf8',
  );
  expect(documentation).toContain(`\`\`\`ts\n${await readFile(file, 'utf8')}\`\`\``);
});

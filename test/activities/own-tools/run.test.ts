import { expect, test } from 'vitest';
import { toolFolder, toolText } from './support/folder.ts';

const limit = 60_000;

test(
  'arguments are checked by the schema of the file, refinements and all',
  { timeout: limit },
  async () => {
    const { write, read, run, executor } = await toolFolder();
    await write(
      'range.ts',
      toolText(
        'range',
        `schema: z.strictObject({ low: z.number(), high: z.number().default(10), unit: z.string().trim().toUpperCase() })
        .refine(({ low, high }) => low < high, { error: 'must be below high', path: ['low'] }),
       handle: (args) => args,`,
      ),
    );
    await read();
    expect(executor.find('range')?.parameters).toMatchObject({ required: ['low', 'unit'] });
    expect(await run('range', { low: 1, unit: ' eur ' })).toMatchObject({
      output: { low: 1, high: 10, unit: 'EUR' },
    });
    await expect(run('range', { low: 20, unit: 'x' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message:
        'The arguments of range are not valid. low: is not valid, got 20, must be below high',
      places: [{ path: 'args.low', message: 'is not valid, got 20', fix: 'must be below high' }],
    });
  },
);

test(
  'what a tool says of itself is kept, and its answers are untrusted unless it vouches for them',
  { timeout: limit },
  async () => {
    const { write, read, executor } = await toolFolder({ environment: { SET_KEY: 'a' } });
    await write('a.ts', toolText('plain', 'schema: z.strictObject({}), handle: () => null,'));
    await write(
      'b.ts',
      toolText(
        'set',
        "untrusted: false, sideEffect: true, settings: ['SET_KEY'], version: 3, schema: z.strictObject({}), handle: () => null,",
      ),
    );
    await write(
      'c.ts',
      toolText('unset', "settings: ['UNSET_KEY'], schema: z.strictObject({}), handle: () => null,"),
    );
    await read();
    expect(executor.find('plain')).toMatchObject({
      untrusted: true,
      sideEffect: false,
      id: 'plain@1',
    });
    expect(executor.find('set')).toMatchObject({ sideEffect: true, id: 'set@3' });
    expect(executor.find('set')?.untrusted).toBeFalsy();
    expect(executor.find('set')?.missing).toBeUndefined();
    expect(executor.find('unset')?.missing).toBe('set UNSET_KEY');
  },
);

test(
  'a handler knows its settings and what it is given, and nothing else of the environment',
  { timeout: limit },
  async () => {
    const { write, read, run } = await toolFolder({
      environment: { CITY_KEY: 'oslo', OTHER: 'x' },
    });
    await write(
      'known.ts',
      toolText(
        'known',
        `settings: ['CITY_KEY'], schema: z.strictObject({}),
       handle: (_args, { settings, key, runId, user, mayHaveRun, ...rest }) =>
         ({ settings, key, runId, user, mayHaveRun, rest: Object.keys(rest).sort(), env: Object.keys(process.env) }),`,
      ),
    );
    await read();
    const { output } = (await run('known')) as { output: Record<string, unknown> };
    expect(output).toMatchObject({
      settings: { CITY_KEY: 'oslo' },
      key: 'run/node/1',
      runId: 'run',
      user: 'ada',
      mayHaveRun: false,
      rest: ['progress', 'request', 'signal'],
    });
    const usual = ['HOME', 'LANG', 'LC_ALL', 'PATH', 'TMPDIR', 'TZ'];
    expect((output['env'] as string[]).filter((name) => !usual.includes(name))).toEqual([]);
  },
);

test('requests go through the guarded client', { timeout: limit }, async () => {
  const asked: string[] = [];
  const { write, read, run } = await toolFolder({
    network: {
      async send(url, { method = 'GET', headers = {} }) {
        asked.push(`${method} ${url.href} ${headers['x-key']}`);
        return { status: 200, url: url.href, headers: {}, mediaType: '', body: Buffer.from('é') };
      },
    },
  });
  await write(
    'asks.ts',
    toolText(
      'asks',
      `schema: z.strictObject({}),
       handle: async (_args, { request }) => (await request('https://api.example/a', { method: 'POST', body: '{}', headers: { 'X-Key': 'k' } })).text,`,
    ),
  );
  await read();
  expect(await run('asks')).toMatchObject({ output: 'é' });
  expect(asked).toEqual(['POST https://api.example/a k']);
});

test(
  'a refused address is told to the tool, which may tell it on',
  { timeout: limit },
  async () => {
    const { write, read, run } = await toolFolder();
    await write(
      'asks.ts',
      toolText(
        'asks',
        "schema: z.strictObject({}), handle: async (_args, { request }) => (await request('http://169.254.169.254/')).text,",
      ),
    );
    await read();
    await expect(run('asks')).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: 'nothing is sent in this test',
    });
  },
);

test(
  'an error of its own words is told, an unforeseen one goes to the log alone',
  { timeout: limit },
  async () => {
    const { write, read, run } = await toolFolder();
    await write(
      'fails.ts',
      toolText(
        'fails',
        `schema: z.strictObject({ how: z.string() }),
       handle({ how }) {
         if (how === 'told') throw new ToolError('the source is away', { retryable: true });
         throw new RangeError('password is 1234');
       },`,
      ),
    );
    await read();
    await expect(run('fails', { how: 'told' })).rejects.toMatchObject({
      message: 'the source is away',
      retryable: true,
    });
    await expect(run('fails', { how: 'odd' })).rejects.toMatchObject({
      message: expect.not.stringContaining('1234'),
      retryable: false,
    });
  },
);

test.each([
  ['never ends', 'for (;;);', /did not finish within 0.5 s/],
  ['ends its thread', 'process.exit(1);', /its thread stopped/],
  [
    'takes all memory',
    'const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));',
    /did not finish|in time/,
  ],
  ['answers with too much', "return 'x'.repeat(2_000_000);", /more than 1000000/],
])(
  'a handler that %s stops alone, and the tool can be called again',
  { timeout: limit },
  async (_how, code, why) => {
    const { write, read, run } = await toolFolder();
    await write(
      'odd.ts',
      toolText(
        'odd',
        `timeoutMs: ${code.includes('all') ? 15_000 : 500}, schema: z.strictObject({ good: z.boolean() }),
       handle({ good }): string { if (good) return 'fine'; ${code} },`,
      ),
    );
    await read();
    await expect(run('odd', { good: false })).rejects.toThrow(why);
    expect(await run('odd', { good: true })).toMatchObject({ output: 'fine' });
  },
);

test('what may have had its effect is not tried again', { timeout: limit }, async () => {
  const { write, read, run } = await toolFolder();
  await write(
    'late.ts',
    toolText(
      'late',
      'sideEffect: true, timeoutMs: 200, schema: z.strictObject({}), handle: () => new Promise<null>(() => undefined),',
    ),
  );
  await read();
  await expect(run('late')).rejects.toMatchObject({ retryable: false });
});

test('progress is told while it runs', { timeout: limit }, async () => {
  const { write, read, run } = await toolFolder();
  await write(
    'steps.ts',
    toolText(
      'steps',
      "schema: z.strictObject({}), handle(_args, { progress }) { progress('half', 0.5); progress('odd'); return null; },",
    ),
  );
  await read();
  const told: unknown[] = [];
  await run('steps', {}, { onProgress: (progress) => told.push(progress) });
  expect(told).toEqual([
    { message: 'half', fraction: 0.5 },
    { message: 'odd', fraction: null },
  ]);
});

test(
  'a side effect that may have happened does not happen again where it is to be made once',
  { timeout: limit },
  async () => {
    const { write, read, run } = await toolFolder();
    const text = 'schema: z.strictObject({}), handle: () => 1,';
    await write('sends.ts', toolText('sends', `sideEffect: true, ${text}`));
    await write('reads.ts', toolText('reads', text));
    await read();
    const again = { mayHaveRun: true, once: true };
    await expect(run('sends', {}, again)).rejects.toMatchObject({ retryable: false, doubt: true });
    expect(await run('sends', {}, { ...again, mayHaveRun: false })).toMatchObject({ output: 1 });
    expect(await run('sends', {}, { ...again, once: false })).toMatchObject({ output: 1 });
    expect(await run('reads', {}, again)).toMatchObject({ output: 1 });
  },
);

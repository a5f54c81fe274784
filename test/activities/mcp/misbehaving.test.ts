import { expect, test } from 'vitest';
import { definitionOf } from '../../../activities/mcp/definition.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { openServer, tool } from './support/open.ts';

const limit = 30_000;

async function textOf(answer: Promise<unknown>): Promise<string> {
  return ((await answer) as { output: { text: string } }).output.text;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a server that dies is reported and restarted', { timeout: limit }, async () => {
  const { call, status, accept } = await openServer([tool('pid'), tool('die')]);
  await accept();
  await status('connected');
  const first = await textOf(call('pid'));
  await expect(call('die')).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    message: expect.stringContaining('may have been executed'),
    retryable: false,
  });
  await status('connected');
  expect(await textOf(call('pid'))).not.toBe(first);
});

test('a structured answer that nests too deep is shown as text', { timeout: limit }, async () => {
  const { call, status, accept } = await openServer([tool('deep')]);
  await accept();
  await status('connected');
  expect(await textOf(call('deep'))).toBe('too deep to show');
});

test('a tool whose arguments nest too deep is not used', () => {
  let inputSchema: JsonObject = { type: 'object' };
  for (let level = 0; level < 100_000; level += 1) inputSchema = { items: inputSchema };
  expect(definitionOf({ name: 'deep', inputSchema })).toEqual({
    unusable: 'deep: its definition nests too deep',
  });
});

test(
  'a server that hangs delays a call no longer than its time limit',
  { timeout: limit },
  async () => {
    const { call, status, accept } = await openServer([tool('hang'), tool('pid')], {
      timeoutSeconds: 0.3,
      readOnly: ['hang'],
    });
    await accept();
    await status('connected');
    await expect(call('hang')).rejects.toMatchObject({
      message: 'MCP server test did not respond within 0.3 s.',
      retryable: true,
    });
    await call('pid');
  },
);

test(
  'a program that does not start is reported with its last output, without secrets',
  { timeout: limit },
  async () => {
    const say =
      'for (let line = 1; line <= 9; line += 1) console.error("line", line, process.env.CITY_KEY);';
    const { mcp, status } = await openServer([], {
      command: process.execPath,
      args: ['-e', say],
      env: { CITY_KEY: 'hidden-in-file' },
    });
    await status('failed');
    expect(mcp.states()[0]?.detail).toBe(
      'it exited before it was ready; its last output on standard error: ' +
        'line 5 [key] | line 6 [key] | line 7 [key] | line 8 [key] | line 9 [key]; retrying',
    );
  },
);

test.each([
  ['cut', 'console.error("x".repeat(150), process.env.CITY, process.argv[1])', /^.*: x+ \[key\] /],
  [
    'lost',
    'console.error(process.env.CITY.repeat(400)); console.error("y".repeat(3_900))',
    /: y+…/,
  ],
])(
  'no part of a secret is left where a last word is %s, whatever its variable is called',
  { timeout: limit },
  async (_what, say, told) => {
    const environment = { CITY: 'c0ffee'.repeat(20), FLAG: 'decade'.repeat(20) };
    const { mcp, status } = await openServer(
      [],
      {
        command: process.execPath,
        args: ['-e', say, '${FLAG}'],
        env: { CITY: '${CITY}' },
      },
      { environment },
    );
    await status('failed');
    const { detail = '' } = mcp.states()[0] ?? {};
    expect(detail).toMatch(told);
    expect(detail).not.toMatch(/c0f|dec/);
  },
);

test(
  'a program that takes longer to begin than it may is stopped',
  { timeout: limit },
  async () => {
    const { mcp, status } = await openServer([], {
      command: process.execPath,
      args: ['-e', 'console.error("fetching", process.pid); setInterval(() => {}, 1_000);'],
      startSeconds: 1,
    });
    await status('failed');
    const { detail = '' } = mcp.states()[0] ?? {};
    const [, pid = ''] =
      /^it did not start within 1 s; allow more with startSeconds; .*: fetching (\d+); retrying$/.exec(
        detail,
      ) ?? [];
    expect(detail).toContain('fetching');
    await expect.poll(() => isRunning(Number(pid))).toBe(false);
  },
);

test('the error of a program that dies has its last output', { timeout: limit }, async () => {
  const { call, status, accept } = await openServer([tool('groan'), tool('pid')]);
  await accept();
  await status('connected');
  await expect(call('groan')).rejects.toThrow(
    /it exited; its last output on standard error: out of luck/,
  );
});

test.each([
  ['flood', /a message had more than 2000000 bytes/],
  ['chatter', /more than 5000 messages within ten seconds/],
])('a server that sends too much is cut off: %s', { timeout: limit }, async (name, why) => {
  const { call, status, accept } = await openServer([tool(name), tool('pid')]);
  await accept();
  await status('connected');
  await expect(call(name)).rejects.toThrow(why);
  await status('connected');
  await call('pid');
});

test(
  'a program knows nothing of the environment but what it is given, and ends with Baton',
  { timeout: limit },
  async () => {
    const { call, status, accept, mcp } = await openServer(
      [tool('environment'), tool('pid')],
      { env: { CITY_KEY: '${SECRET_OF_CITY}' } },
      { environment: { SECRET_OF_CITY: 'hidden', OPENAI_API_KEY: 'k' } },
    );
    await accept();
    await status('connected');
    const names = JSON.parse(await textOf(call('environment'))) as string[];
    expect(names).toContain('CITY_KEY');
    expect(names).toContain('PATH');
    const usual = ['CITY_KEY', 'HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];
    expect(names.filter((name) => !usual.includes(name))).toEqual([]);
    const pid = Number(await textOf(call('pid')));
    expect(isRunning(pid)).toBe(true);
    await mcp.stop();
    await expect.poll(() => isRunning(pid)).toBe(false);
  },
);

test(
  'a variable that is not set is named, and a program that is not there too',
  { timeout: limit },
  async () => {
    const unset = await openServer([], { env: { KEY: '${NOT_SET}' } });
    await unset.status('failed');
    expect(unset.mcp.states()[0]?.detail).toContain('set NOT_SET');
    const absent = await openServer([], { command: '/no/such/program' });
    await absent.status('failed');
    expect(absent.mcp.states()[0]?.detail).toContain('/no/such/program');
  },
);

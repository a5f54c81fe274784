import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRunCode } from '../../../../activities/services/sandbox/create-run-code.ts';
import type { Json } from '../../../../contracts/base/json.ts';

const never = new AbortController().signal;
const run = (code: string, input: Json = null, timeoutMs = 20_000) =>
  createRunCode()({ code, input, timeoutMs }, never);

describe('code in the sandbox', () => {
  test('gives what it returns, and what it logs', async () => {
    const code = `console.log('rows', input.length, { a: 1 });
      const sum = input.reduce((all, x) => all + x, 0);
      return { sum, later: await Promise.resolve('yes'), nothing: undefined, none: NaN };`;
    expect(await run(code, [1, 2, 3.5])).toEqual({
      status: 'completed',
      result: { sum: 6.5, later: 'yes', none: null },
      logs: ['rows 3 {"a":1}'],
    });
  });

  test.each<[string, Json, Json]>([
    ['1 + 1', null, 2],
    ['const mean = input[0] / 2;\nmean', [3], 1.5],
    ['const half = (x) => x / 2;\n({ half: half(input) });', 5, { half: 2.5 }],
    ['Promise.resolve(input)', 'later', 'later'],
    ['let x = 1;', null, null],
    ['if (input) { "yes" } else { "no" }', true, 'yes'],
    ['if (input) return 1;\n2', false, null],
  ])(
    'gives the value of its last expression where it returns nothing: %s',
    async (code, input, result) => {
      expect(await run(code, input)).toMatchObject({ status: 'completed', result });
    },
  );

  test('gives any JSON back as it was given', async () => {
    const runCode = createRunCode();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const input = JSON.parse(JSON.stringify(value)) as Json;
        const answer = await runCode({ code: 'return input', input, timeoutMs: 20_000 }, never);
        expect(answer).toEqual({ status: 'completed', result: input, logs: [] });
      }),
      { numRuns: 8 },
    );
  });

  test('gives nothing that nests deeper than what reads it', async () => {
    const code =
      'let deep = 1; for (let level = 0; level < 1000; level += 1) deep = [deep]; return deep;';
    expect(await run(code)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('more than 200 levels'),
    });
  });

  test('knows the language, and nothing of what is around it', async () => {
    const names =
      'process require fetch setTimeout WebAssembly XMLHttpRequest std os Deno scriptArgs'.split(
        ' ',
      );
    const code = `return [${names.map((name) => `typeof ${name}`).join(', ')}]`;
    expect(await run(code)).toMatchObject({ result: names.map(() => 'undefined') });
  });

  test('reaches no file and no module', async () => {
    for (const module of ['fs', 'node:fs', 'std', './code-process.ts', 'data:text/javascript,1']) {
      expect(await run(`return await import('${module}')`)).toMatchObject({ status: 'failed' });
    }
    // The way out of many a sandbox: the constructor of a function from outside.
    const escape = `return input.constructor.constructor('return typeof process')()`;
    expect(await run(escape, {})).toMatchObject({ result: 'undefined' });
    const byLog = `return console.log.constructor('return typeof process')()`;
    expect(await run(byLog)).toMatchObject({ result: 'undefined' });
  });

  test.each([
    ['while (true) {}', /longer than 300 ms/],
    ['for (;;) await null;', /longer than 300 ms/],
    ['for (;;) console.log("x");', /longer than 300 ms/],
  ])('is stopped where it takes too long: %s', async (code, message) => {
    const answer = await run(code, null, 300);
    expect(answer).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(message),
    });
  });

  test.each([
    ['const all = []; for (;;) all.push("x".repeat(1e6) + all.length);', /memory/],
    ['const all = []; for (;;) all.push({});', /memory/],
    ['return new Uint8Array(50e6).length', /memory/],
    ['const again = async () => { await null; return again(); }; return again();', /memory/],
    ['throw null;', /It threw null/],
    ['const deeper = () => deeper(); deeper();', /stack/i],
    ['await new Promise(() => {})', /never settles/],
    ['return "x".repeat(60_000)', /60002 characters of JSON/],
    ['return 1n', /BigInt/],
    ['const a = {}; a.a = a; return a;', /circular/i],
  ])('is stopped where it goes too far: %s', async (code, message) => {
    const answer = await run(code);
    expect(answer).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(message),
    });
  });

  test('says what it threw, and where', async () => {
    expect(await run('const a = 1;\n\nunknown();')).toMatchObject({
      message: "ReferenceError: 'unknown' is not defined (line 3)",
    });
    expect(await run('throw new TypeError("no rows")')).toMatchObject({
      message: 'TypeError: no rows (line 1)',
    });
    expect(await run('throw { code: 7 }')).toMatchObject({ message: 'It threw {"code":7}.' });
    expect(await run('return (')).toMatchObject({ message: expect.stringMatching(/^SyntaxError/) });
  });

  test('cannot put its own way in place of how its result is read', async () => {
    const code = 'JSON.stringify = () => "{}"; Promise = null; return [1];';
    expect(await run(code)).toMatchObject({ status: 'completed', result: [1] });
  });

  test('is stopped with its call', async () => {
    const stop = new AbortController();
    const running = createRunCode()(
      { code: 'while (true) {}', input: null, timeoutMs: 9_000 },
      stop.signal,
    );
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow();
  });
});

import { expect, test } from 'vitest';
import { runCode } from '../../../../activities/catalog/system/run-code.ts';
import { toolOf } from '../../tools/outside.ts';

test('run_code gives the result of its example', async () => {
  const { run, spec } = await toolOf(runCode);
  expect(await run(spec.example!)).toEqual({ result: { mean: 2.5 }, logs: [] });
});

test('run_code says what is wrong with the code, so that it can be fixed', async () => {
  const { run } = await toolOf(runCode);
  await expect(run({ code: 'console.log("seen");\nreturn input.a.b' })).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    retryable: false,
    message: expect.stringMatching(/TypeError.*\(line 2\).*Logged before that: seen/),
  });
  await expect(run({ code: 'return 1', timeoutMs: 60_000 })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

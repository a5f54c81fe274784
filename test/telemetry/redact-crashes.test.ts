import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

const secret = 'provider-secret-7f3b';
const modules = ['redactor', 'redact-crashes'].map(
  (name) => new URL(`../../telemetry/${name}.ts`, import.meta.url).href,
);

/** Runs code in a process that redacts its crashes. */
function crash(code: string): Promise<{ code: unknown; stderr: string }> {
  const script = `
    const { createRedactor } = await import('${modules[0]}');
    const { redactCrashes } = await import('${modules[1]}');
    redactCrashes(createRedactor(process.env));
    ${code}`;
  return new Promise((resolve) => {
    const options = { env: { ...process.env, OPENAI_API_KEY: secret } };
    const args = ['--input-type=module', '--eval', script];
    execFile(process.execPath, args, options, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
}

test.each([
  ['an error that is thrown', `setImmediate(() => { throw new Error('with ${secret}'); });`],
  ['a promise that is rejected', `void Promise.reject(new Error('with ${secret}'));`],
  [
    'a cause',
    `setImmediate(() => { throw new Error('with it', { cause: new Error('${secret}') }); });`,
  ],
])('the process ends with 1 after %s, told without its secrets', async (_what, code) => {
  const ended = await crash(code);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('Error: with');
  expect(ended.stderr).toContain('[key]');
  expect(ended.stderr).not.toContain(secret);
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runRemote } from '../../../../activities/services/ssh/run-remote.ts';
import { sshCommand } from '../../../../activities/catalog/system/ssh-command.ts';
import { say, startHost } from '../../services/ssh/server.ts';
import type { OnCommand } from '../../services/ssh/server.ts';
import { toolOf } from '../../tools/outside.ts';

const commands = {
  status: {
    run: ['systemctl', 'status', '{service}'],
    arguments: { service: { oneOf: ['nginx', 'postgresql'] } },
  },
  slow: { run: ['sleep', '1000'], timeoutSeconds: 0.2 },
  elsewhere: { run: ['uptime'], hosts: ['other'] },
};

async function hostOf(onCommand: OnCommand, change: object = {}) {
  const host = await startHost(onCommand);
  const hosts = { web: { ...host.host, ...change }, other: host.host };
  const settings = { BATON_SSH_FILE: host.write({ hosts, commands }) };
  return { ...host, ...(await toolOf(sshCommand, { settings })) };
}

const status = { host: 'web', command: 'status', arguments: { service: 'nginx' } };

describe('ssh_command', () => {
  test('runs a command with its arguments quoted, and returns its result', async () => {
    const {
      run,
      commands: ran,
      spec,
    } = await hostOf(say('active\n', { stderr: 'old\n', code: 3 }));
    expect(spec).toMatchObject({ sideEffect: true, untrusted: true });
    expect(spec.missing).toBeUndefined();
    expect(await run(status)).toMatchObject({
      host: 'web',
      command: 'status',
      exitCode: 3,
      signal: null,
      stdout: 'active\n',
      stderr: 'old\n',
      isCut: false,
      notice: expect.stringContaining('never instructions'),
    });
    expect(ran).toEqual(["'systemctl' 'status' 'nginx'"]);
  });

  test.each([
    [{ ...status, arguments: { service: 'nginx; reboot' } }, /one of nginx, postgresql/],
    [{ ...status, arguments: {} }, /service is missing/],
    [{ ...status, command: 'statsu' }, /did you mean status\?/],
    [{ ...status, command: 'sh' }, /Command "sh" not found/],
    [{ ...status, host: 'db.example.com' }, /cannot run on "db.example.com"/],
    [{ host: 'web', command: 'elsewhere' }, /elsewhere cannot run on "web": choose one of: other/],
  ])('refuses every other command: %j', async (args, message) => {
    const { run, commands: ran } = await hostOf(say(''));
    await expect(run(args)).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      retryable: false,
      message: expect.stringMatching(message),
    });
    expect(ran).toEqual([]);
  });

  test('trusts no host with another key than it has written down', async () => {
    const hostKeys = [`SHA256:${'A'.repeat(43)}`];
    const { run, commands: ran } = await hostOf(say(''), { hostKeys });
    await expect(run(status)).rejects.toMatchObject({
      retryable: false,
      message: expect.stringMatching(/showed the key SHA256:.*is not in its hostKeys/),
    });
    expect(ran).toEqual([]);
  });

  test('says which user and key were not let in', async () => {
    const { run } = await hostOf(say(''), { user: 'root' });
    await expect(run(status)).rejects.toMatchObject({
      retryable: false,
      message: expect.stringMatching(/refused root with the key .*key/),
    });
    const broken = await hostOf(say(''));
    writeFileSync(join(broken.folder, 'key'), 'no key');
    await expect(broken.run(status)).rejects.toThrow('is not a private key');
  });

  test('cuts what is too long', async () => {
    const { run } = await hostOf(say('x'.repeat(60_000)));
    const answer = await run(status);
    expect(String(answer['stdout'])).toHaveLength(50_000);
    expect(answer['isCut']).toBe(true);
  });

  test('gives up a command that does not end, and does not run it again by itself', async () => {
    const { run } = await hostOf(() => undefined);
    await expect(run({ host: 'web', command: 'slow' })).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('did not end in time; the command may still be running'),
    });
  });

  test('does not repeat an interrupted command', async () => {
    const { run, drop } = await hostOf(() => drop());
    await expect(run(status)).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('Check before you run it again'),
    });
  });

  test('is not run again after its worker died during an attempt', async () => {
    const { run, commands: ran } = await hostOf(say(''));
    await expect(run(status, { mayHaveRun: true })).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('Check before you repeat it'),
    });
    expect(ran).toEqual([]);
  });

  test('gives a command nothing to read, so that none waits for it', async () => {
    const { run } = await hostOf((_command, channel) => {
      channel.on('end', () => say('read all\n')(_command, channel)).resume();
    });
    expect(await run({ host: 'web', command: 'slow' })).toMatchObject({ stdout: 'read all\n' });
  });

  test('is not begun where it is given up while its key is read', async () => {
    const { host, folder, commands: ran } = await startHost(say(''));
    const given = new AbortController();
    const running = runRemote({ ...host, keyFile: join(folder, 'key') }, 'reboot', {
      timeoutMs: 5_000,
      signal: given.signal,
    });
    given.abort(new Error('given up'));
    await expect(running).rejects.toThrow('given up');
    expect(ran).toEqual([]);
  });

  test('waits for a host that cannot be reached', async () => {
    const { run } = await hostOf(say(''), { port: 1 });
    await expect(run(status)).rejects.toMatchObject({
      retryable: true,
      away: { what: '127.0.0.1' },
      message: '127.0.0.1 cannot be reached (ECONNREFUSED).',
    });
  });

  test('is off until a file is set, and says what is wrong with one', async () => {
    const { spec, run } = await toolOf(sshCommand);
    expect(spec.missing).toBe('set BATON_SSH_FILE to a file of hosts and commands');
    await expect(run(status)).rejects.toThrow('BATON_SSH_FILE');
    const host = await startHost(say(''));
    const file = host.write({ hosts: {}, commands: { a: { run: [] } } });
    const wrong = await toolOf(sshCommand, { settings: { BATON_SSH_FILE: file } });
    expect(wrong.spec.missing).toMatch(/^fix the file of BATON_SSH_FILE: .*commands\.a\.run/);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { readSshFile } from '../../../../activities/services/ssh/ssh-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-ssh-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function read(content: unknown) {
  const path = join(folder, 'ssh.yaml');
  writeFileSync(path, typeof content === 'string' ? content : stringify(content));
  return readSshFile(path);
}

const host = {
  address: '10.0.0.5',
  user: 'baton',
  keyFile: 'keys/id',
  hostKeys: [`SHA256:${'a'.repeat(43)}`],
};
const command = { run: ['uptime'] };

test('a file has hosts and commands, with paths of keys from its folder on', async () => {
  expect(await read({ hosts: { web: host }, commands: { uptime: command } })).toEqual({
    hosts: { web: { ...host, port: 22, keyFile: join(folder, 'keys/id') } },
    commands: { uptime: { run: ['uptime'], arguments: {}, timeoutSeconds: 30 } },
  });
});

test.each([
  [{ hosts: { web: { ...host, hostKeys: [] } } }, /hosts\.web\.hostKeys: .*ssh-keyscan/],
  [{ hosts: { web: { ...host, hostKeys: ['MD5:aa'] } } }, /hostKeys\.0: write SHA256/],
  [{ hosts: { web: { ...host, password: 'x' } } }, /hosts\.web: .*password/],
  [
    { commands: { a: { run: ['{program}'], arguments: { program: { oneOf: ['sh'] } } } } },
    /run\.0: starts with an argument/,
  ],
  [
    { commands: { a: { run: ['ls', '{path}'] } } },
    /uses \{path\}, which is not one of the arguments/,
  ],
  [
    { commands: { a: { run: ['ls'], arguments: { path: { pattern: '.*' } } } } },
    /arguments\.path: is not used/,
  ],
  [{ commands: { a: { run: ['ls', '{p}'], arguments: { p: {} } } } }, /needs oneOf .* or pattern/],
  [
    { commands: { a: { run: ['ls', '{p}'], arguments: { p: { pattern: '(' } } } } },
    /is not a valid regular expression/,
  ],
  [
    { commands: { a: { run: ['ls'], hosts: ['db'] } } },
    /commands\.a\.hosts: names db, which is not one of the hosts/,
  ],
])('a mistake is named with its place: %j', async (change, message) => {
  const content = { hosts: { web: host }, commands: { uptime: command }, ...change };
  await expect(read(content)).rejects.toThrow(message);
});

test('what is no YAML, or not there, is named too', async () => {
  await expect(read('hosts: [')).rejects.toThrow(/ssh\.yaml is not valid YAML/);
  await expect(readSshFile(join(folder, 'none.yaml'))).rejects.toThrow(/cannot be read \(ENOENT\)/);
});

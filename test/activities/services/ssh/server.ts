import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import type { Connection, ServerChannel } from 'ssh2';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { fingerprint } from '../../../../activities/services/ssh/run-remote.ts';

/** What a host does with a command. */
export type OnCommand = (command: string, channel: ServerChannel) => void;

export const say =
  (stdout: string, { stderr = '', code = 0 } = {}): OnCommand =>
  (_command, channel) => {
    channel.write(stdout);
    if (stderr) channel.stderr.write(stderr);
    channel.exit(code);
    channel.end();
  };

/** A host with one user, on a loopback port, and a folder with the user's key, until the test is finished. */
export async function startHost(onCommand: OnCommand) {
  // Of ed25519, ssh2 writes one key of 256 so that nobody can read it: it takes off the zero that it begins with.
  const newKey = () => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 });
  const [hostKey, userKey] = [newKey(), newKey()];
  const folder = mkdtempSync(join(tmpdir(), 'baton-ssh-'));
  writeFileSync(join(folder, 'key'), userKey.private);
  const allowed = ssh2.utils.parseKey(userKey.public);
  if (allowed instanceof Error) throw allowed;
  const commands: string[] = [];
  const clients = new Set<Connection>();
  const drop = () => {
    for (const client of clients) client.end();
  };
  const server = new ssh2.Server({ hostKeys: [hostKey.private] }, (client) => {
    client.on('error', () => undefined);
    clients.add(client);
    client.on('authentication', (context) => {
      const isAllowed =
        context.method === 'publickey' &&
        context.username === 'baton' &&
        context.key.data.equals(allowed.getPublicSSH());
      if (isAllowed) context.accept();
      else context.reject(['publickey']);
    });
    client.on('session', (accept) => {
      accept().on('exec', (acceptExec, _reject, { command }) => {
        commands.push(command);
        onCommand(command, acceptExec());
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    drop();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    rmSync(folder, { recursive: true });
  });
  const { port } = server.address() as AddressInfo;
  const publicKey = ssh2.utils.parseKey(hostKey.public);
  if (publicKey instanceof Error) throw publicKey;
  const host = {
    address: '127.0.0.1',
    port,
    user: 'baton',
    keyFile: 'key',
    hostKeys: [fingerprint(publicKey.getPublicSSH())],
  };
  return {
    host,
    folder,
    commands,
    /** Closes the connections of all who are there. */
    drop,
    /** Writes the file of hosts and commands. Gives its path. */
    write(content: unknown): string {
      const path = join(folder, 'ssh.yaml');
      writeFileSync(path, typeof content === 'string' ? content : stringify(content));
      return path;
    },
  };
}

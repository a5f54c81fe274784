import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/**
 * A mail server on a loopback port, until the test is finished.
 * @param options.refuse the status of SMTP that it refuses recipients with.
 * @param options.password what it lets `baton` in with, over TLS alone; left out, it lets in everybody, without TLS.
 */
export async function startMailServer({
  refuse,
  password,
}: { refuse?: number; password?: () => string } = {}) {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: password === undefined,
    disabledCommands: password === undefined ? ['STARTTLS'] : [],
    onAuth({ password: given }, _session, done) {
      if (given === password?.()) return done(null, { user: 'baton' });
      done(Object.assign(new Error('no'), { responseCode: 535 }));
    },
    onRcptTo(_address, _session, done) {
      if (refuse === undefined) return done();
      done(Object.assign(new Error('not here'), { responseCode: refuse }));
    },
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (part: Buffer) => (text += part.toString()));
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, port, mails };
}

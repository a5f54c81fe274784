import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import { connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:tls';
import { Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../contracts/base/read-environment.ts';
import { temporalEnvironment } from '../../contracts/temporal/temporal.ts';
import { temporalConnection } from '../../keys/temporal-connection.ts';
import { connectToTemporal } from '../../workers/connect-to-temporal.ts';
import { openCertificates } from '../support/certificates.ts';
import type { Certificate } from '../support/certificates.ts';
import { quietWorkers, temporalServer } from '../support/temporal.ts';

const serverName = 'temporal.test';

let certificates: Awaited<ReturnType<typeof openCertificates>>;
let ca: Certificate;
let client: Certificate;
let stranger: Certificate;
/** Before the Temporal server of the tests: it lets only those in whom the CA has signed. */
let proxy: Server;
/** Takes the calls of clients with an API key, and refuses the key. */
let keyServer: ReturnType<typeof createSecureServer>;
const keysSeen: unknown[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  quietWorkers();
  certificates = await openCertificates();
  ca = await certificates.authority('ca');
  const otherCa = await certificates.authority('other-ca');
  const server = await certificates.signed(ca, 'server', serverName);
  client = await certificates.signed(ca, 'client', 'baton');
  stranger = await certificates.signed(otherCa, 'stranger', 'baton');
  const identity = { key: readFileSync(server.key), cert: readFileSync(server.certificate) };
  const [host, port] = temporalServer().split(':');
  const mutual = { ca: readFileSync(ca.certificate), requestCert: true };
  proxy = createServer({ ...identity, ...mutual, ALPNProtocols: ['h2'] }, (socket) => {
    const upstream = connect(Number(port), host);
    sockets.add(socket).add(upstream);
    socket.pipe(upstream).pipe(socket);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
  });
  keyServer = createSecureServer(identity, (request, response) => {
    keysSeen.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'application/grpc', 'grpc-status': '7' }).end();
  });
  for (const each of [proxy, keyServer]) {
    each.listen(0, '127.0.0.1');
    await once(each, 'listening');
  }
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  proxy.close();
  keyServer.close();
  await certificates.remove();
});

const addressOf = (server: { address(): AddressInfo | string | null }) =>
  `127.0.0.1:${(server.address() as AddressInfo).port}`;

/** What leads to the server, with a client certificate that it trusts. */
const right = () => ({
  TEMPORAL_ADDRESS: addressOf(proxy),
  TEMPORAL_TLS_SERVER_CA_CERT_PATH: ca.certificate,
  TEMPORAL_TLS_SERVER_NAME: serverName,
  TEMPORAL_TLS_CLIENT_CERT_PATH: client.certificate,
  TEMPORAL_TLS_CLIENT_KEY_PATH: client.key,
});

const optionsOf = (environment: Record<string, string>) =>
  temporalConnection(readEnvironment(temporalEnvironment, environment));

const namespaceBy = async ({ workflowService }: Pick<Connection, 'workflowService'>) =>
  (await workflowService.describeNamespace({ namespace: 'default' })).namespaceInfo?.name;

describe('Temporal over TLS', () => {
  it('takes a client and a worker with a certificate of its CA', async () => {
    const worker = await connectToTemporal(optionsOf(right()));
    expect(await namespaceBy(worker)).toBe('default');
    await worker.close();
    const connection = await Connection.connect(optionsOf(right()));
    expect(await namespaceBy(connection)).toBe('default');
    await connection.close();
  });

  const noClient = { TEMPORAL_TLS_CLIENT_CERT_PATH: '', TEMPORAL_TLS_CLIENT_KEY_PATH: '' };

  it.each([
    ['no client certificate', () => noClient, 'TEMPORAL_TLS_CLIENT_CERT_PATH'],
    [
      'a client certificate of another CA',
      () => ({
        TEMPORAL_TLS_CLIENT_CERT_PATH: stranger.certificate,
        TEMPORAL_TLS_CLIENT_KEY_PATH: stranger.key,
      }),
      'TEMPORAL_TLS_CLIENT_CERT_PATH',
    ],
    [
      'another CA',
      () => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: stranger.certificate }),
      'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
    ],
    ['no CA', () => ({ TEMPORAL_TLS_SERVER_CA_CERT_PATH: '' }), 'TEMPORAL_TLS_SERVER_CA_CERT_PATH'],
    ['no name', () => ({ TEMPORAL_TLS_SERVER_NAME: '' }), 'TEMPORAL_TLS_SERVER_NAME'],
    [
      'no TLS',
      () => ({
        ...noClient,
        TEMPORAL_TLS_SERVER_NAME: '',
        TEMPORAL_TLS_SERVER_CA_CERT_PATH: '',
      }),
      'Set TEMPORAL_TLS if',
    ],
    [
      'a server that has none',
      () => ({ TEMPORAL_ADDRESS: temporalServer() }),
      'Remove all TEMPORAL_TLS settings',
    ],
    ['a server that is not there', () => ({ TEMPORAL_ADDRESS: '127.0.0.1:1' }), 'TEMPORAL_ADDRESS'],
  ])('with %s, names the setting', async (_what, wrong, setting) => {
    const options = optionsOf({ ...right(), ...wrong() });
    await expect(connectToTemporal(options)).rejects.toThrow(setting);
  });

  it('with an API key, shows the key, and names it where it is refused', async () => {
    const options = optionsOf({
      TEMPORAL_ADDRESS: addressOf(keyServer),
      TEMPORAL_API_KEY: 'a-key-for-tests',
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: ca.certificate,
      TEMPORAL_TLS_SERVER_NAME: serverName,
    });
    const refused = connectToTemporal(options);
    await expect(refused).rejects.toThrow('it refuses TEMPORAL_API_KEY');
    await expect(refused).rejects.not.toThrow('a-key-for-tests');
    expect(keysSeen).toContain('Bearer a-key-for-tests');
  });
});

describe('the files of TLS', () => {
  it.each([
    [
      'that is not there',
      { TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/none.pem' },
      /CA_CERT_PATH: .*ENOENT/,
    ],
    [
      'that is no certificate',
      { TEMPORAL_TLS_SERVER_CA_CERT_PATH: 'package.json' },
      /CA_CERT_PATH: .*PEM/,
    ],
  ])('one %s is named with its setting', (_what, wrong, message) => {
    expect(() => optionsOf({ ...right(), ...wrong })).toThrow(message);
  });

  it('a certificate comes with its key', () => {
    const alone = { ...right(), TEMPORAL_TLS_CLIENT_KEY_PATH: '' };
    expect(() => optionsOf(alone)).toThrow('TEMPORAL_TLS_CLIENT_KEY_PATH: set it too');
    const keyAlone = { ...right(), TEMPORAL_TLS_CLIENT_CERT_PATH: '' };
    expect(() => optionsOf(keyAlone)).toThrow('TEMPORAL_TLS_CLIENT_CERT_PATH: set it too');
    const mixed = { ...right(), TEMPORAL_TLS_CLIENT_KEY_PATH: stranger.key };
    expect(() => optionsOf(mixed)).toThrow('it is not the key of the certificate');
  });
});

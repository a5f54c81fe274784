import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { EnvironmentProblem } from '../contracts/base/read-environment.ts';
import type { temporalEnvironment } from '../contracts/temporal/temporal.ts';

type Environment = z.output<typeof temporalEnvironment>;

export type TemporalConnection = {
  address: string;
  tls?: {
    serverNameOverride?: string;
    serverRootCACertificate?: Buffer;
    clientCertPair?: { crt: Buffer; key: Buffer };
  };
  apiKey?: string;
};

/**
 * How to connect to Temporal, for clients and workers alike: `Connection.connect` and
 * `NativeConnection.connect` take it.
 * @throws {EnvironmentProblem} where a file of TLS cannot be used.
 */
export function temporalConnection(environment: Environment): TemporalConnection {
  const { TEMPORAL_ADDRESS: address = '127.0.0.1:7233', TEMPORAL_API_KEY: apiKey } = environment;
  const { TEMPORAL_TLS_SERVER_NAME: serverName } = environment;
  const ca = readPem(environment, 'TEMPORAL_TLS_SERVER_CA_CERT_PATH', 'certificate');
  const clientCertPair = readPair(environment);
  const hasTls = environment.TEMPORAL_TLS || ca || clientCertPair || serverName;
  return {
    address,
    // Left out, the SDK chooses: on with an API key, off without.
    ...(hasTls && {
      tls: {
        ...(serverName && { serverNameOverride: serverName }),
        ...(ca && { serverRootCACertificate: ca }),
        ...(clientCertPair && { clientCertPair }),
      },
    }),
    ...(apiKey && { apiKey }),
  };
}

function readPair(environment: Environment): { crt: Buffer; key: Buffer } | undefined {
  const names = ['TEMPORAL_TLS_CLIENT_CERT_PATH', 'TEMPORAL_TLS_CLIENT_KEY_PATH'] as const;
  const crt = readPem(environment, names[0], 'certificate');
  const key = readPem(environment, names[1], 'private key');
  if (!crt && !key) return undefined;
  if (!key) throw unusable(names[1], `set it too, to the key of ${names[0]}`);
  if (!crt) throw unusable(names[0], `set it too, to the certificate of ${names[1]}`);
  if (new X509Certificate(crt).checkPrivateKey(createPrivateKey(key))) return { crt, key };
  throw unusable(names[1], `it is not the key of the certificate in ${names[0]}`);
}

const readers = {
  certificate: (pem: Buffer) => new X509Certificate(pem),
  'private key': (pem: Buffer) => createPrivateKey(pem),
};

function readPem(
  environment: Environment,
  name: keyof Environment & `${string}_PATH`,
  what: keyof typeof readers,
): Buffer | undefined {
  const path = environment[name];
  if (path === undefined) return undefined;
  let pem: Buffer;
  try {
    pem = readFileSync(path);
  } catch (error) {
    throw unusable(name, `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    readers[what](pem);
    return pem;
  } catch {
    throw unusable(name, `${path} is not a ${what} in PEM, without a password`);
  }
}

function unusable(name: string, why: string): EnvironmentProblem {
  return new EnvironmentProblem(`Some environment variables are not valid:\n  ${name}: ${why}`);
}

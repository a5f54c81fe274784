import { hostOf, reasonOf, within } from '../../client/finding.ts';
import { Redis } from 'ioredis';
import { Client as PostgresClient } from 'pg';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { temporalConnection } from '../../../keys/temporal-connection.ts';
import { temporalEnvironment } from '../../../contracts/temporal/temporal.ts';
import { databaseEnvironment } from '../../../db/env.ts';
import type { Check, Finding } from '../../client/finding.ts';

const answerMs = 3_000;

export const temporal: Check = {
  what: 'Temporal',
  async run(env) {
    const environment = readEnvironment(temporalEnvironment, env);
    const { TEMPORAL_ADDRESS: address } = environment;
    if (!address) return [];
    const fix = 'check TEMPORAL_ADDRESS, TEMPORAL_API_KEY and the TLS settings';
    const options = temporalConnection(environment);
    // Only who has a server of their own waits until the worker's module is loaded.
    const { connectToTemporal } = await import('../../../workers/connect-to-temporal.ts');
    return probe({ what: 'Temporal', where: address, fix }, async () => {
      const connection = await connectToTemporal(options);
      await connection.close();
    });
  },
};

export const database: Check = {
  what: 'Database',
  async run(env) {
    const { DATABASE_URL: url, BATON_DATA: folder } = readEnvironment(databaseEnvironment, env);
    if (!url) {
      return [
        { status: 'ok', what: 'Database', detail: `PGlite, inside the server, in ${folder}` },
      ];
    }
    const fix = 'check DATABASE_URL, and that PostgreSQL runs';
    return probe({ what: 'Database', where: hostOf(url), fix }, async () => {
      const client = new PostgresClient({
        connectionString: url,
        connectionTimeoutMillis: answerMs,
      });
      try {
        await client.connect();
        await client.query('select 1');
      } finally {
        await client.end();
      }
    });
  },
};

export const redis: Check = {
  what: 'Redis',
  async run({ REDIS_URL: url }) {
    if (!url) return [];
    const fix = 'check REDIS_URL, or remove it to count limits in each process';
    return probe({ what: 'Redis', where: hostOf(url), fix }, async () => {
      const client = new Redis(url, {
        lazyConnect: true,
        connectTimeout: answerMs,
        retryStrategy: null,
        maxRetriesPerRequest: 0,
      });
      let reason: unknown;
      client.on('error', (error) => (reason = error));
      try {
        await client.connect();
        await client.ping();
      } catch (error) {
        throw reason ?? error;
      } finally {
        client.disconnect();
      }
    });
  },
};

async function probe(
  { what, where, fix }: { what: string; where: string; fix: string },
  ask: () => Promise<void>,
): Promise<Finding[]> {
  try {
    await within(ask(), answerMs + 1_000);
    return [{ status: 'ok', what, detail: `responds at ${where}` }];
  } catch (error) {
    return [{ status: 'fail', what, detail: `${where}: ${reasonOf(error)}`, fix }];
  }
}

import type { Client } from '@temporalio/client';
import { buildApp } from '../../api/app.ts';
import type { Bus } from '../../bus/bus.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { keyring } from './keyring.ts';

export const host = '127.0.0.1';

/** The API of a process that is measured, on any free port. */
export function openApp(given: {
  database: OpenDatabase;
  bus: Bus;
  temporal: Client;
  apiKey: string;
}) {
  return buildApp({ ...given, keyring, host, port: 0, logger: false });
}

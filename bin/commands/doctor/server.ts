import { domainNotes } from '../../../contracts/domain-notes.ts';
import type { Readiness } from '../../../contracts/api/index.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { createApiClient } from '../../client/api-client.ts';
import { CommandError, ServerNotRunning } from '../../client/errors.ts';
import { serverAddress, serverKey } from '../../client/settings.ts';
import { startEnvironment } from '../../start/env.ts';
import { requireFreePorts } from '../../start/ports.ts';
import { temporalPorts } from '../../start/temporal.ts';
import type { Check, Environment, Finding } from '../../client/finding.ts';
import { reasonOf } from '../../client/finding.ts';

/** The running server, what it says of itself, and whether our key is the right one. */
export const server: Check = {
  what: 'Server',
  async run(env) {
    const address = serverAddress(env);
    try {
      await createApiClient({ address, key: '' }).health();
      return [
        { status: 'ok', what: 'Server', detail: `responds at ${address}` },
        ...(await checkWithKey(env, address)),
      ];
    } catch (error) {
      if (!(error instanceof ServerNotRunning)) throw error;
      const fix = 'run `npx baton start` in another terminal';
      return [
        { status: 'warn', what: 'Server', detail: `nothing responds at ${address}`, fix },
        ...(await checkPorts(env)),
      ];
    }
  },
};

async function checkWithKey(env: Environment, address: string): Promise<Finding[]> {
  try {
    const readiness = await createApiClient({ address, key: await serverKey(env) }).ready();
    const accepted: Finding = { status: 'ok', what: 'Key', detail: 'accepted by the server' };
    return [accepted, ...findingsOf(readiness)];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const fix = 'set BATON_API_KEY to the key of the server, or run this command in its folder';
    return [{ status: 'fail', what: 'Key', detail: reasonOf(error), fix }];
  }
}

const withSmallLetter = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function findingsOf(readiness: Readiness): Finding[] {
  const { checks, models } = readiness;
  const notes: Readonly<Record<string, unknown>> = readiness;
  return [
    ...checks.map(({ name, status, detail, fix }): Finding => {
      const what = `Server: ${name}`;
      return { status: status === 'ok' ? 'ok' : 'fail', what, detail, ...(fix && { fix }) };
    }),
    ...(models
      ? [
          {
            status: 'ok' as const,
            what: 'Server: models',
            detail: models.demo ? 'demo model, no LLM' : models.chain.join(', then '),
          },
          ...models.missing.map((detail): Finding => {
            return { status: 'fail', what: 'Server: models', detail };
          }),
        ]
      : []),
    ...domainNotes.flatMap(({ name, title }): Finding[] => {
      const detail = notes[name];
      if (typeof detail !== 'string' || detail === '') return [];
      return [{ status: 'ok', what: `Server: ${withSmallLetter(title)}`, detail }];
    }),
  ];
}

/** Whether `npm start` could listen where it wants to. */
async function checkPorts(env: Environment): Promise<Finding[]> {
  const settings = readEnvironment(startEnvironment, env);
  const wanted = temporalPorts(settings);
  if (wanted.length === 0) return [];
  try {
    await requireFreePorts(wanted);
    const detail = `\`npm start\` starts its own server on port ${settings.BATON_TEMPORAL_PORT}`;
    return [{ status: 'ok', what: 'Temporal', detail }];
  } catch (error) {
    return [{ status: 'fail', what: 'Temporal', detail: reasonOf(error) }];
  }
}

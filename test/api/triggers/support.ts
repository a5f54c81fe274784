import type { JsonObject } from '../../../contracts/base/json.ts';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import { startFirings } from '../../../api/upkeep/start-firings.ts';
import { tellSchedules } from '../../../api/upkeep/tell-schedules.ts';
import type { TestApp } from '../support/app.ts';

export const everyMorning = {
  id: 'every_morning',
  kind: 'schedule',
  cron: '0 8 * * MON-FRI',
  timeZone: 'Europe/Berlin',
  input: { symbol: 'SPX' },
};

/** A pipeline with triggers. */
export function documentOf(name: string, ...triggers: JsonObject[]): JsonObject {
  return {
    name,
    inputs: {
      type: 'object',
      required: ['symbol'],
      properties: { symbol: { type: 'string' }, at: { type: 'string', default: '' } },
    },
    triggers,
    nodes: [{ id: 'note', kind: 'transform', value: '{{ inputs.symbol }}' }],
  };
}

/** Stores a pipeline with triggers, whatever is there. */
export async function publish(
  test: TestApp,
  document: JsonObject,
  headers: Record<string, string> = {},
) {
  const url = `/api/v1/pipelines/${String(document['name'])}`;
  const { status } = await test.get(url);
  const replacing = status === 200 ? { 'if-match': '*' } : {};
  return test.ask('PUT', url, { payload: document, headers: { ...replacing, ...headers } });
}

let stored = 0;

/** A trigger of a pipeline that a user has stored. @returns its id. */
export async function storeTrigger({ services }: TestApp, user: string): Promise<string> {
  const name = `stored-${(stored += 1)}`;
  const document = pipelineSchema.parse(documentOf(name, everyMorning));
  const publisher = { user, name: user };
  await services.pipelines.put({ document, hash: name, source: 'user', text: null, publisher });
  return `${name}.${everyMorning.id}`;
}

/** Notes that a schedule fired, as its workflow does. */
export const noteScheduled = (
  { services }: TestApp,
  trigger: string,
  at = new Date(),
  key = at.toISOString(),
) => services.firings.record({ trigger, key, kind: 'schedule', at, event: {}, createdAt: at });

function raise(error: unknown): never {
  throw error;
}

/** What an API process does by itself. */
export function upkeepOf({ services }: TestApp) {
  return {
    tell: () => tellSchedules(services, raise),
    start: () => startFirings(services, raise),
  };
}

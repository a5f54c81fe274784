import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { validatePipeline } from '../../../../contracts/pipelines/validation/index.ts';
import { exampleCatalog } from '../catalog.ts';

const validate = (...triggers: JsonObject[]) =>
  validatePipeline(
    {
      name: 'desk',
      inputs: {
        type: 'object',
        required: ['symbol'],
        properties: { symbol: { type: 'string' }, limit: { type: 'number', default: 1 } },
      },
      triggers,
      nodes: [{ id: 'note', kind: 'transform', value: '{{ inputs.symbol }}' }],
      layout: { morning: { x: 0, y: 0 } },
    },
    exampleCatalog(),
  );
const morning = {
  id: 'morning',
  kind: 'schedule',
  cron: '0 8 * * MON-FRI',
  timeZone: 'Europe/Berlin',
  input: { symbol: 'SPX', limit: '{{ event.at.size() }}' },
};

describe('the triggers of a document', () => {
  it('are valid, with their defaults, and have places on the canvas', () => {
    const { problems, pipeline } = validate({ ...morning, except: ['12-25', '2026-12-31'] });
    expect(problems).toEqual([]);
    expect(pipeline?.triggers).toMatchObject([{ overlap: 'skip', catchUp: '1h' }]);
  });

  it.each([
    ['triggers[0].kind', { kind: 'cron' }, 'kind cron not found'],
    ['triggers[0].cron', { cron: '0 25 * * *' }, '25 is not valid for the hour'],
    ['triggers[0].cron[1]', { cron: ['0 8 * * *', '0 8'] }, 'has 2 fields instead of 5'],
    ['triggers[0].timeZone', { timeZone: 'Berlin' }, 'is not a time zone'],
    ['triggers[0].timeZone', { timeZone: '+02:00' }, 'is not a time zone'],
    ['triggers[0].except[0]', { except: ['2027-02-29'] }, 'is not a day in the calendar'],
    ['triggers[0].overlap', { overlap: 'wait' }, 'must be one of skip'],
    ['triggers[0].id', { id: 'note' }, 'nodes[0] also has the id note'],
    ['triggers[0].input.symbol', { input: {} }, 'symbol is missing'],
    ['triggers[0].input.symbol', { input: { symbol: 1 } }, 'must be text'],
    ['triggers[0].input.size', { input: { symbol: 'SPX', size: 1 } }, 'argument size not found'],
    [
      'triggers[0].input.symbol',
      { input: { symbol: '{{ inputs.symbol }}' } },
      'Unknown variable: inputs',
    ],
    ['triggers[0].every', { every: '5m' }, 'field every not found'],
  ])('are reported at %s', (path, change, message) => {
    const { problems } = validate({ ...morning, ...change });
    const found = problems.find((problem) => problem.path === path);
    expect(found?.message).toContain(message);
    expect(found?.fix).toMatch(/\w/);
  });

  it('cannot be read by the expressions of nodes', () => {
    const document = {
      name: 'desk',
      triggers: [{ ...morning, input: {} }],
      nodes: [{ id: 'note', kind: 'transform', value: '{{ event.at }}' }],
    };
    const { problems } = validatePipeline(document, exampleCatalog());
    expect(problems).toMatchObject([{ path: 'nodes[0].value' }]);
  });
});

import { expect, test } from 'vitest';
import { settingsArguments } from '../../../bin/temporal/server.ts';
import { temporalClient } from '../../support/temporal.ts';

const settings = { sqlitePragmas: { journal_mode: 'wal' }, dynamicConfig: { 'a.b': 400, c: true } };
const dynamic = ['--dynamic-config-value', 'a.b=400', '--dynamic-config-value', 'c=true'];

test('settings become arguments, with values as JSON', () => {
  expect(settingsArguments(settings, true)).toEqual([
    '--sqlite-pragma',
    'journal_mode=wal',
    ...dynamic,
  ]);
});

test('a server in memory is given no settings of a file', () => {
  expect(settingsArguments(settings, false)).toEqual(dynamic);
});

test('the server with our settings answers', async () => {
  const client = await temporalClient();
  const { namespaceInfo } = await client.workflowService.describeNamespace({
    namespace: 'default',
  });
  expect(namespaceInfo?.name).toBe('default');
});

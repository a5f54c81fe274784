import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKey, startGateway } from '../gateway/support/gateway.ts';
import type { Gateway } from '../gateway/support/gateway.ts';
import { keyProxy } from './support/key-proxy.ts';

const run = promisify(execFile);
const suite = join(
  dirname(fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'))),
  'dist/index.js',
);

/** The scenarios for what is served. Tools that they call are tools of one's own, in `extensions/tools` beside this file. */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'tools-call-with-progress',
  'json-schema-2020-12',
  'resources-list',
  'dns-rebinding-protection',
];

/** Why the others do not apply. */
const others = {
  'Baton writes no log messages to clients': ['logging-set-level', 'tools-call-with-logging'],
  'it completes no arguments': ['completion-complete'],
  'tools answer with JSON: texts and objects, and no other content': [
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
  ],
  'it asks nothing of the model and the user of a client': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  'streams are not resumed: what a call gives is on record under its idempotency key': [
    'server-sse-polling',
  ],
  'the suite wants resources of its own, test://…, and those of Baton are runs and pipelines': [
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
  ],
  'there are no sessions, and so no subscriptions': [
    'server-sse-multiple-streams',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  'it has no prompts': [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
};

let baton: Gateway;
let proxy: Awaited<ReturnType<typeof keyProxy>>;

beforeAll(async () => {
  baton = await startGateway({
    environment: { BATON_EXTENSIONS: fileURLToPath(new URL('./extensions', import.meta.url)) },
    queues: ['models', 'tools'],
  });
  proxy = await keyProxy(baton.url, apiKey);
});
afterAll(async () => {
  await proxy.stop();
  await baton.stop();
});

test('every scenario of the suite is run, or does not apply', async () => {
  const { stdout } = await run(process.execPath, [suite, 'list', '--server']);
  const known = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
  expect(known.toSorted()).toEqual([...scenarios, ...Object.values(others).flat()].toSorted());
});

test.each(scenarios)('conforms in %s', { timeout: 60_000 }, async (scenario) => {
  const args = [suite, 'server', '--url', `${proxy.url}/mcp`, '--scenario', scenario];
  const { stdout } = await run(process.execPath, args);
  expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/);
});

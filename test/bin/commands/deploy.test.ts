import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKey } from '../../api/support/app.ts';
import { openCodeFolder, sourceOf } from './code-folder.ts';
import type { CodeFolder } from './code-folder.ts';

let opened: CodeFolder;
let server: CodeFolder['server'];
let write: CodeFolder['write'];
let baton: CodeFolder['baton'];
let folder: CodeFolder['folder'];

beforeAll(async () => {
  opened = await openCodeFolder();
  ({ server, write, baton, folder } = opened);
});
afterAll(() => opened.close());

const source = (title: string) => sourceOf({ agent: 'greeter', pipeline: 'greet' }, title);

const stored = async () => (await server.get('/api/v1/pipelines/greet')).body;

test('agents and pipelines of a file are stored, and stay until they change', async () => {
  const file = await write(source('First'));
  const first = await baton('deploy', file);
  expect(first).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^agent greeter deployed\npipeline greet deployed \(\w{12}\)\n$/),
  });
  expect(await stored()).toMatchObject({
    title: 'First',
    inputs: { properties: { name: { type: 'string', default: 'you' } } },
  });
  expect((await baton('deploy', file)).output).toMatch(
    /^agent greeter is unchanged\npipeline greet is unchanged \(\w{12}\)\n$/,
  );
  await write(source('Second'));
  expect((await baton('deploy', file)).output).toContain('pipeline greet deployed');
  expect(await stored()).toMatchObject({ title: 'Second' });
  expect(await baton('validate', file)).toMatchObject({ code: 0, output: `ok ${file}\n` });
});

test('what was changed on the canvas is replaced only where that is asked for', async () => {
  const { document } = await stored();
  const saved = await fetch(`${server.address}/api/v1/pipelines/greet`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'if-match': '*',
    },
    body: JSON.stringify({ ...document, title: 'Drawn' }),
  });
  expect(saved.status).toBe(200);
  const file = await write(source('Third'));
  expect(await baton('deploy', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining(
      'Pipeline greet was not deployed from a file, or has changed since.',
    ),
  });
  expect(await stored()).toMatchObject({ title: 'Drawn' });
  expect(await baton('deploy', '--force', file)).toMatchObject({ code: 0 });
  expect(await stored()).toMatchObject({ title: 'Third' });
});

test('agents that were changed elsewhere since are replaced only where it is said', async () => {
  const agent = (await server.get('/api/v1/agents/greeter')).body;
  const { name, role } = agent;
  const changed = await server.ask('PUT', '/api/v1/agents/greeter', {
    payload: { name, role, instructions: 'You greet warmly.' },
    headers: { 'if-match': '*' },
  });
  expect(changed.status).toBe(200);
  const file = await write(source('Third'));
  expect(await baton('deploy', file)).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /Agent greeter was not deployed from a file, or was changed since: operator stored it at 20\d\d-.*--force/,
    ),
  });
  const now = async () => (await server.get('/api/v1/agents/greeter')).body.instructions;
  expect(await now()).toBe('You greet warmly.');
  expect(await baton('deploy', '--force', file)).toMatchObject({ code: 0 });
  expect(await now()).toBe('You greet.');
  expect(await baton('deploy', file)).toMatchObject({ code: 0 });
});

test('mistakes are told with their places', async () => {
  const odd = await write(source('Fourth').replace("'Greeter'", "''"));
  expect(await baton('deploy', odd)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/cannot be loaded: The agent greeter has mistakes:\n {2}role: /),
  });
  const unknown = await write(source('Fifth').replace('agent: greeter.name', "agent: 'nobody'"));
  const { code, output } = await baton('validate', unknown);
  expect(code).toBe(1);
  expect(output).toContain(`${unknown}:13  nodes[0] (greet).agent: `);
  expect(await baton('deploy', unknown)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`${unknown}:13  nodes[0] (greet).agent: `),
  });
  expect(await baton('deploy', await write('export const nothing = 1;\n'))).toMatchObject({
    code: 2,
    output: expect.stringContaining('exports no pipeline and no agent'),
  });
});

test('a pipeline in YAML is stored with its comments, and its mistakes are told by line', async () => {
  const file = join(folder, 'sum.yaml');
  const yaml = (value: string) =>
    `# Why it is there\nname: sum\nnodes:\n  - { id: one, kind: transform, value: "${value}" }\n`;
  await writeFile(file, yaml('1'));
  expect(await server.baton('deploy', file).ended).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^pipeline sum deployed \(\w{12}\)$/m),
  });
  const { body } = await server.get('/api/v1/pipelines/sum');
  expect(body.text).toContain('# Why it is there');
  expect((await server.baton('deploy', file).ended).output).toContain('pipeline sum is unchanged');
  await writeFile(file, yaml('2'));
  await server.baton('deploy', file, '--note', 'Counts further').ended;
  expect((await server.baton('versions', 'sum').ended).output).toMatch(
    /^2 {2}live {2}\w{12} {2}[\d-]+ [\d:]+ UTC {2}operator {2}Counts further\n1 .*operator$/m,
  );
  await writeFile(file, yaml('{{ nodes.two.output }}'));
  const refused = await server.baton('deploy', file).ended;
  expect(refused.code).toBe(1);
  expect(refused.warnings).toMatch(/sum\.yaml:4/);
});

test('a pipeline that is promoted by hand is saved, promoted and rolled back, and its runs are compared', async () => {
  const file = join(folder, 'by-hand.yaml');
  const yaml = (value: number) =>
    `name: by-hand\nnodes:\n  - { id: one, kind: transform, value: ${value} }\n`;
  await writeFile(file, yaml(1));
  await server.baton('deploy', file).ended;
  const chosen = await fetch(`${server.address}/api/v1/pipelines/by-hand/publishing`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ publishing: 'by-hand' }),
  });
  expect(chosen.status).toBe(200);
  await writeFile(file, yaml(2));
  expect((await server.baton('deploy', file).ended).output).toMatch(
    /^pipeline by-hand saved \(\w{12}\); \w{12} stays live until\n {2}npx baton promote by-hand$/m,
  );
  const live = async () => {
    const { body } = await server.get('/api/v1/pipelines/by-hand?version=live');
    return body.document.nodes[0].value;
  };
  expect((await server.baton('deploy', file).ended).output).toMatch(
    /^pipeline by-hand is unchanged \(\w{12}\); \w{12} stays live until\n {2}npx baton promote by-hand$/m,
  );
  expect(await live()).toBe(1);
  expect((await server.baton('promote', 'by-hand').ended).output).toMatch(
    /^pipeline by-hand is live at \w{12}$/m,
  );
  expect(await live()).toBe(2);
  await server.baton('promote', 'by-hand', '1').ended;
  expect(await live()).toBe(1);
  const run = async (...at: string[]) => {
    const { output } = await server.baton('run', 'by-hand', ...at).ended;
    return /run_\w+/.exec(output)?.[0] ?? '';
  };
  const [one, other] = [await run(), await run('--at', '2')];
  const typed = (type: string) =>
    `${yaml(3)}inputs: { type: object, properties: { size: { type: ${type} } } }\n`;
  for (const type of ['string', 'number']) {
    await writeFile(file, typed(type));
    await server.baton('deploy', file).ended;
  }
  const sized = await run('--at', '3', '-i', 'size=7');
  expect((await server.get(`/api/v1/runs/${sized}`)).body.input).toEqual({ size: '7' });
  const compared = await server.baton('compare', one, other).ended;
  expect(compared.code).toBe(0);
  expect(compared.output).toMatch(/^one: definition .*"value":1.*"value":2/m);
});

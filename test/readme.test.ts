import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { agentSchema, builtInAgents } from '../contracts/agents/index.ts';
import { validatePipeline } from '../contracts/pipelines/validation/index.ts';
import { workerEnvironment } from '../workers/env.ts';
import { apiEnvironment } from '../api/env.ts';
import { startEnvironment } from '../bin/start/env.ts';

const readme = await readFile('README.md', 'utf8');
const documents = (await readdir('docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const configuration = await readFile('docs/configuration.md', 'utf8');

it('shows a first pipeline without mistakes', () => {
  const [, yaml = ''] = /```yaml\n([^]*?)```/.exec(readme) ?? [];
  const { problems } = validatePipeline(parse(yaml), {
    tools: Object.fromEntries(
      Object.values(builtInAgents).flatMap(({ tools }) =>
        tools.map((name) => [name, { parameters: { type: 'object' }, sideEffect: false }]),
      ),
    ),
    agents: builtInAgents,
    pipelines: {},
  });
  expect(problems).toEqual([]);
  expect(yaml).toContain('second-opinion');
});

it('shows an agent without mistakes', () => {
  const [, yaml = ''] = /```yaml agent\n([^]*?)```/.exec(readme) ?? [];
  const agent = agentSchema.parse(parse(yaml));
  expect(agent.delegates.filter((name) => !(name in builtInAgents))).toEqual([]);
  const tools = Object.values(builtInAgents).flatMap((known) => known.tools);
  expect(agent.tools.filter((name) => !tools.includes(name))).toEqual([]);
});

/** The blocks of a document that send a request. */
async function requestsIn(file: string): Promise<string[]> {
  const blocks = [...(await readFile(file, 'utf8')).matchAll(/```sh\n([^]*?)```/g)];
  return blocks.flatMap(([, text = '']) => (text.includes('curl ') ? [text] : []));
}

it.each(['README.md', 'docs/trading.md'])('shows a request in %s', async (file) => {
  expect(await requestsIn(file)).not.toEqual([]);
});

it.each(['README.md', ...documents])(
  'shows requests that can be sent as they are written after a start, in %s',
  async (file) => {
    for (const text of await requestsIn(file)) {
      const unset = [...text.matchAll(/\$([A-Z_]+)/g)].filter(
        ([, name = '']) => !new RegExp(`^${name}=`, 'm').test(text),
      );
      expect(unset.map(([variable]) => variable)).toEqual([]);
      expect(text).toContain('$(cat .baton/api-key)');
      expect(text).toContain(`http://127.0.0.1:${startEnvironment.parse({}).PORT}/`);
    }
  },
);

it('names every setting', () => {
  const settings = Object.keys({
    ...workerEnvironment.shape,
    ...apiEnvironment.shape,
    ...startEnvironment.shape,
  });
  const unnamed = settings.filter(
    (name) => !configuration.includes(name) && !/_BASE_URL$|^BATON_HOST$/.test(name),
  );
  expect(unnamed).toEqual([]);
});

it('shows pictures that there are', () => {
  const pictures = [...readme.matchAll(/docs\/images\/[\w-]+\.png/g)].map(([path]) => path);
  expect(pictures.length).toBeGreaterThanOrEqual(4);
  expect(pictures.filter((path) => !existsSync(path))).toEqual([]);
});

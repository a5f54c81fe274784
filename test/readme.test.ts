import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { builtInAgents } from '../contracts/agents.ts';
import { validatePipeline } from '../contracts/validation/index.ts';
import { activityEnvironment } from '../workers/env.ts';
import { apiEnvironment } from '../api/env.ts';
import { startEnvironment } from '../bin/start/env.ts';

const readme = await readFile('README.md', 'utf8');

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

it('names every setting', () => {
  const settings = Object.keys({
    ...activityEnvironment.shape,
    ...apiEnvironment.shape,
    ...startEnvironment.shape,
  });
  const unnamed = settings.filter(
    (name) => !readme.includes(name) && !/_BASE_URL$|^BATON_HOST$/.test(name),
  );
  expect(unnamed).toEqual([]);
});

it('shows pictures that there are', () => {
  const pictures = [...readme.matchAll(/docs\/images\/[\w-]+\.png/g)].map(([path]) => path);
  expect(pictures.length).toBeGreaterThanOrEqual(4);
  expect(pictures.filter((path) => !existsSync(path))).toEqual([]);
});

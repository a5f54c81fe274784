import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readAgentFolder } from '../../../workers/agent-files/read-agent-folder.ts';

const around = {
  tools: ['get_price', 'get_ohlcv', 'search_news'],
  providers: ['openai', 'anthropic', 'demo'],
  storedAgents: ['night_watch'],
};

const watcher = `name: watcher
role: Watcher
instructions: Watch the price.
tools: [get_price]
`;

async function read(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'baton-agents-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const { problems, ...loaded } = await readAgentFolder(folder, around);
  return {
    ...loaded,
    problems: problems.map(({ file, ...problem }) => ({
      ...problem,
      file: file.slice(folder.length + 1),
    })),
  };
}

describe('a folder of agents', () => {
  it('lists all six mistakes of a file with line and fix, and loads the others', async () => {
    const { agents, problems } = await read({
      'broken.yaml': `# Six mistakes.
name: Broken
role: Watcher
instructons: Watch the price.
models: [opnai:gpt-5.2]
tools:
  - get_price
  - get_prise
delegates: [reserch]
limits:
  turns: many
instructions: Watch the price.
`,
      'watcher.yaml': watcher,
      'analyst.json': JSON.stringify({
        name: 'analyst',
        role: 'Analyst',
        instructions: 'Analyse.',
        delegates: ['watcher', 'research', 'night_watch'],
      }),
    });
    expect(Object.keys(agents).toSorted()).toEqual(['analyst', 'watcher']);
    expect(problems.map(({ file, line, path, fix }) => [file, line, path, fix])).toEqual([
      ['broken.yaml', 2, 'name', 'write a name such as night-watch'],
      ['broken.yaml', 4, 'instructons', 'did you mean instructions?'],
      ['broken.yaml', 5, 'models[0]', 'did you mean openai?'],
      ['broken.yaml', 8, 'tools[1]', 'did you mean get_price?'],
      ['broken.yaml', 9, 'delegates[0]', 'did you mean research?'],
      ['broken.yaml', 11, 'limits.turns', 'write a number'],
    ]);
  });

  it('gives the defaults of what a file leaves out, and remembers the file', async () => {
    const { agents, files } = await read({ 'watcher.yaml': watcher });
    expect(agents['watcher']).toMatchObject({ engine: 'react', limits: { turns: 20, time: '5m' } });
    expect(files['watcher']).toMatch(/watcher\.yaml$/);
  });

  it('says at which line YAML breaks, and looks for nothing else in it', async () => {
    const { problems } = await read({ 'torn.yaml': 'name: torn\nrole: [Watcher\nmodels: x\n' });
    expect(problems).not.toEqual([]);
    expect(problems.every(({ file, line }) => file === 'torn.yaml' && line >= 2)).toBe(true);
  });

  it.each([
    ['research', 'built into Baton'],
    ['night_watch', 'created through the API'],
  ])('refuses the name %s, of an agent %s', async (name, owner) => {
    const { agents, problems } = await read({
      'one.yaml': watcher.replace('name: watcher', `name: ${name}`),
    });
    expect(agents).toEqual({});
    expect(problems).toEqual([
      expect.objectContaining({ line: 1, path: 'name', message: expect.stringContaining(owner) }),
    ]);
  });

  it('refuses a second file of the same name, and keeps the first', async () => {
    const { files, problems } = await read({ 'a.yaml': watcher, 'b.yml': watcher });
    expect(files['watcher']).toMatch(/a\.yaml$/);
    expect(problems).toMatchObject([{ file: 'b.yml', message: expect.stringMatching(/a\.yaml$/) }]);
  });

  it.each([
    ['', 'an agent must be an object'],
    ['- one\n', 'an agent must be an object'],
    ['a: &x [*x]\n', ''],
    ['name: *nobody\n', 'nobody'],
  ])('tells of a file that holds %j', async (text, message) => {
    const { problems, agents } = await read({ 'odd.yaml': text });
    expect(agents).toEqual({});
    expect(problems[0]).toMatchObject({ file: 'odd.yaml', line: 1 });
    expect(problems[0]?.message).toContain(message);
  });

  it('is empty where there is none', async () => {
    expect(await readAgentFolder('/nowhere/agents', around)).toEqual({
      agents: {},
      files: {},
      problems: [],
    });
  });
});

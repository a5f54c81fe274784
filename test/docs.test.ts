import { existsSync } from 'node:fs';
import { glob, readFile, readdir, stat } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { parse } from 'yaml';
import { allTools } from '../workers/compose/all-tools.ts';
import { toolSpecOf } from '../activities/tool-kit/tool.ts';
import { apiEnvironment } from '../api/env.ts';
import { processContext } from '../bin/client/context.ts';
import { clientEnvironment } from '../bin/client/settings.ts';
import { addCommands, commands } from '../bin/commands/index.ts';
import { startEnvironment } from '../bin/start/env.ts';
import { agentSchema, builtInAgents } from '../contracts/agents/index.ts';
import { allRunsEventSchema, runEventSchema } from '../contracts/api/streams.ts';
import { nodeKinds } from '../contracts/pipelines/nodes/index.ts';
import type { NodeKindName } from '../contracts/pipelines/nodes/index.ts';
import { triggerKinds } from '../contracts/pipelines/triggers/index.ts';
import { triggerKindNames } from '../contracts/pipelines/triggers/kinds.ts';
import type { TriggerKindName } from '../contracts/pipelines/triggers/kinds.ts';
import { toolRefusals } from '../contracts/tools/tools.ts';
import { validatePipeline } from '../contracts/pipelines/validation/index.ts';
import packageJson from '../package.json' with { type: 'json' };
import { workerEnvironment } from '../workers/env.ts';
import { openTestApp } from './api/support/app.ts';
import type { TestApp } from './api/support/app.ts';
import { codeBlocks } from './support/code-blocks.ts';

type TriggerBlock = { kind: TriggerKindName };

const files: string[] = ['README.md', 'SECURITY.md'];
for await (const file of glob('{docs,examples}/**/*.md')) files.push(file);
const texts = Object.fromEntries(
  await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
);
const catalog = await allTools();
const allText = Object.values(texts).join('\n');
const readme = texts['README.md']!;

/** Every match of a pattern in a document, as its first group, once each. */
function found(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, group = '']) => group))];
}

/** What documents say, with the document that says it, of all that is not so. */
function wrong(pattern: RegExp, isRight: (name: string, file: string) => boolean): string[] {
  return Object.entries(texts).flatMap(([file, text]) =>
    found(text, pattern)
      .filter((name) => !isRight(name, file))
      .map((name) => `${file}: ${name}`),
  );
}

describe('examples in documents', () => {
  const surroundings = {
    tools: Object.fromEntries(catalog.map((tool) => [tool.name, toolSpecOf(tool, {})])),
    agents: builtInAgents,
    pipelines: {},
  };

  it('the first pipeline, and others that are whole, have no mistakes', () => {
    const documents = [...codeBlocks(readme, 'yaml'), ...codeBlocks(allText, 'yaml pipeline')];
    expect(documents[0]).toContain('second-opinion');
    expect(documents.length).toBeGreaterThanOrEqual(2);
    for (const text of documents) {
      expect(validatePipeline(parse(text), surroundings).problems).toEqual([]);
    }
  });

  it('every node fits its kind, and every kind has one', () => {
    const nodes = codeBlocks(allText, 'yaml node').flatMap(
      (text) => parse(text) as { kind: NodeKindName; tool?: string }[],
    );
    for (const node of nodes) {
      expect(
        nodeKinds[node.kind].schema.safeParse(node).error,
        JSON.stringify(node),
      ).toBeUndefined();
      if (node.tool !== undefined) expect(surroundings.tools).toHaveProperty(node.tool);
    }
    const kinds = new Set(nodes.map(({ kind }) => kind));
    expect(Object.keys(nodeKinds).filter((kind) => !kinds.has(kind as NodeKindName))).toEqual([]);
  });

  it('every trigger fits its kind, and every kind has one', () => {
    const triggers = [
      ...codeBlocks(allText, 'yaml trigger').flatMap((text) => parse(text) as TriggerBlock[]),
      ...codeBlocks(allText, 'yaml pipeline').flatMap(
        (text) => (parse(text) as { triggers?: TriggerBlock[] }).triggers ?? [],
      ),
    ];
    for (const trigger of triggers) {
      const { error } = triggerKinds[trigger.kind].schema.safeParse(trigger);
      expect(error, JSON.stringify(trigger)).toBeUndefined();
    }
    const kinds = new Set(triggers.map(({ kind }) => kind));
    expect(triggerKindNames.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it('what docs/code.md shows in TypeScript is a file that is run', async () => {
    const shown = codeBlocks(texts['docs/code.md']!, 'ts');
    const real = await Promise.all(
      (await readdir('examples/code')).map((name) => readFile(join('examples/code', name), 'utf8')),
    );
    expect(shown).not.toEqual([]);
    expect(shown.filter((block) => !real.includes(block))).toEqual([]);
  });

  it('agents have no mistakes', () => {
    const agents = codeBlocks(allText, 'yaml agent');
    expect(agents).not.toEqual([]);
    for (const text of agents) {
      const agent = agentSchema.parse(parse(text));
      expect(agent.delegates.filter((name) => !(name in builtInAgents))).toEqual([]);
      expect(agent.tools.filter((name) => !(name in surroundings.tools))).toEqual([]);
    }
  });

  /** The blocks that send a request. */
  const requestsIn = (file: string) =>
    codeBlocks(texts[file]!, 'sh').filter((text) => text.includes('curl '));

  it.each(['docs/api.md', 'docs/tools.md', 'docs/trading.md'])('%s shows a request', (file) => {
    expect(requestsIn(file)).not.toEqual([]);
  });

  it.each(files)('requests can be sent as they are written after a start, in %s', (file) => {
    for (const text of requestsIn(file)) {
      const unset = [...text.matchAll(/\$([A-Z_]+)/g)].filter(
        ([, name = '']) => !new RegExp(`^${name}=`, 'm').test(text),
      );
      expect(unset.map(([variable]) => variable)).toEqual([]);
      expect(text).toContain('$(cat .baton/api-key)');
      expect(text).toContain(`http://127.0.0.1:${startEnvironment.parse({}).PORT}/`);
    }
  });
});

describe('links and paths', () => {
  /** The anchors of a document, as GitHub makes them of its headings. */
  const anchors = async (file: string): Promise<string[]> =>
    found(await readFile(file, 'utf8'), /^#+ (.+)$/gm).map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  it('every relative link leads to a file, and to a heading in it', async () => {
    const broken: string[] = [];
    for (const [file, text] of Object.entries(texts)) {
      for (const link of found(text, /(?:\]\(|src=")(?!https?:)([^)"\s]+)[)"]/g)) {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? file : normalize(join(dirname(file), path));
        const isThere =
          existsSync(target) && (anchor === undefined || (await anchors(target)).includes(anchor));
        if (!isThere) broken.push(`${file}: ${link}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('every path of this repository that is named exists', async () => {
    const entries = await readdir('.', { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    const path = /`((?:\w[\w-]*\/)+[\w.-]*)`/g;
    const isRight = (name: string) => {
      const [folder = ''] = name.split('/');
      // Files that a reader puts there are not there yet.
      if (folder === 'extensions') return existsSync(dirname(name));
      return !folders.includes(folder) || existsSync(name);
    };
    expect(wrong(path, isRight)).toEqual([]);
    expect(found(allText, path).length).toBeGreaterThan(10);
  });

  it('the decisions are numbered without a gap', async () => {
    const numbers = (await readdir('docs/decisions')).map((name) => Number(name.slice(0, 3)));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
  });

  it('every page is in the index', async () => {
    const pages = (await readdir('docs')).filter((name) => /^(?!README).+\.md$/.test(name));
    const index = texts['docs/README.md']!;
    expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([]);
  });
});

describe('settings', () => {
  const settings = Object.keys({
    ...workerEnvironment.shape,
    ...apiEnvironment.shape,
    ...startEnvironment.shape,
    ...clientEnvironment.shape,
  });
  const configuration = texts['docs/configuration.md']!;

  it('each is in the configuration', () => {
    const unnamed = settings.filter(
      (name) => !configuration.includes(name) && !name.endsWith('_BASE_URL'),
    );
    expect(unnamed).toEqual([]);
  });

  it('none is named that does not exist', () => {
    const ofCompose = ['PREVIOUS_IMAGE', 'PREVIOUS_BUILD_ID'];
    const ofClaude = ['ANTHROPIC_MODEL', 'INVALID_JSON'];
    const others = [
      ...toolRefusals,
      'TRACKER_TOKEN',
      'OPENAI_KEY_A',
      'AZURE_KEY',
      'GROQ_KEY',
      ...ofCompose,
      ...ofClaude,
    ];
    const name = /\b([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])\b/g;
    expect(wrong(name, (given) => [...settings, ...others].includes(given))).toEqual([]);
  });
});

describe('commands', () => {
  const program = new Command('baton');
  beforeAll(() =>
    addCommands(
      program,
      commands.map(({ term }) => term.split(' ', 1)[0]!),
      processContext(),
    ),
  );
  const ofTheLauncher = ['start', 'setup'];
  const named = (name: string) => program.commands.find((command) => command.name() === name);

  it('none is named that does not exist', () => {
    const command = /(?:npx |`)baton ([a-z][a-z-]*)/g;
    const isRight = (name: string) => ofTheLauncher.includes(name) || named(name) !== undefined;
    expect(wrong(command, isRight)).toEqual([]);
  });

  it('each is in the page of commands', () => {
    const shown = found(texts['docs/command.md']!, /`npx baton ([a-z][a-z-]*)/g);
    const all = [...ofTheLauncher, ...program.commands.map((command) => command.name())];
    expect(all.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('none is shown with an option that it does not have', () => {
    const misused = Object.entries(texts).flatMap(([file, text]) =>
      [...text.matchAll(/npx baton ([a-z][a-z-]*)([^`\n#]*)/g)].flatMap(
        ([line, name = '', rest = '']) => {
          const command = named(name);
          // A command such as `account` has its options in what it does, such as `export`.
          const within = command?.commands.find((one) => rest.trim().split(' ')[0] === one.name());
          const known = (within ?? command)?.options.map(({ long }) => long) ?? [];
          return found(rest, /(--[a-z-]+)/g)
            .filter((option) => !known.includes(option))
            .map((option) => `${file}: ${line.trim()}: ${option}`);
        },
      ),
    );
    expect(misused).toEqual([]);
  });

  it('npm has the scripts, and the bench the measurements', () => {
    const script = /npm run ([a-z:]+)/g;
    expect(wrong(script, (name) => name in packageJson.scripts)).toEqual([]);
    const measurement = /npm run bench -- ([a-z]+)/g;
    expect(wrong(measurement, (name) => existsSync(`bench/${name}.ts`))).toEqual([]);
    expect(found(allText, measurement)).toHaveLength(14);
  });
});

describe('the API', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ metricsText: async () => '' });
  });
  afterAll(() => app.close());

  const pathOf = (text: string) => text.replace(/[?].*$/, '');

  it('has every endpoint that is named with a method', () => {
    const endpoint = /((?:GET|POST|PUT|PATCH|DELETE) \/[\w/.:<>@-]+)/g;
    const isRight = (text: string) => {
      const [method = '', path = ''] = text.split(' ');
      return app.app.methodsOf(pathOf(path)).includes(method);
    };
    expect(wrong(endpoint, isRight)).toEqual([]);
    expect(found(allText, endpoint).length).toBeGreaterThan(30);
  });

  it('has every path that is named', () => {
    const path = /(?:`|:3000)(\/(?:api|v1|chat|docs|mcp|openapi|metrics)\b[\w/.:<>$-]*)/g;
    const isRight = (name: string) =>
      ['/api/v1/$1', '/api/v1/temporal/codec', '/v1', '/docs'].includes(name) ||
      app.app.methodsOf(name).length > 0;
    expect(wrong(path, isRight)).toEqual([]);
  });

  it('sends the events that its page lists, and no others', () => {
    const page = texts['docs/api.md']!;
    const typesOf = (schema: typeof runEventSchema | typeof allRunsEventSchema) =>
      schema.options.map(({ shape }) => shape.type.value as string);
    const [, table = ''] = /\| event[^]*?\n((?:\|.*\n)+)/.exec(page) ?? [];
    const listed = [...table.matchAll(/^\|([^|]+)\|/gm)].flatMap(([, cell = '']) =>
      found(cell, /`([a-z-]+)`/g),
    );
    expect(listed.toSorted()).toEqual(typesOf(runEventSchema).toSorted());
    const [, all = ''] = /with the events (.+)\./.exec(page) ?? [];
    expect(found(all, /`([a-z-]+)`/g).toSorted()).toEqual(typesOf(allRunsEventSchema).toSorted());
  });
});

describe('names', () => {
  it('every tool that is named is in the catalogue', () => {
    const known: string[] = catalog.map(({ name }) => name);
    const ofMcp = ['get_run', 'cancel_run', 'read_text_file', 'read_result', 'search_issues'];
    const name =
      /`((?:get|search|create|cancel|calculate|run|read|list|web|http|scrape|analyze)_[a-z_]+)(?:@\d)?`/g;
    expect(wrong(name, (tool) => known.includes(tool) || ofMcp.includes(tool))).toEqual([]);
    expect(found(allText, name).length).toBeGreaterThan(15);
  });

  it('the README lists the pipelines that come along', async () => {
    const shipped = (await readdir('pipelines')).map((file) => file.replace('.yaml', ''));
    const [, table = ''] = /\| pipeline[^]*?\n((?:\|.*\n)+)/.exec(readme) ?? [];
    expect(found(table, /^\| `([a-z-]+)`/gm).toSorted()).toEqual(shipped.toSorted());
  });

  it('the README is short, opens with a moving picture, and shows pictures together with the pages', async () => {
    expect(readme.split('\n').length).toBeLessThan(180);
    expect(found(readme, /\((docs\/images\/[\w.-]+)\)/g)[0]).toBe('docs/images/run.webp');
    const { pages = 0 } = await sharp('docs/images/run.webp').metadata();
    expect(pages).toBeGreaterThan(50);
    expect((await stat('docs/images/run.webp')).size).toBeLessThan(2_000_000);
    expect(new Set(found(allText, /(images\/[\w-]+\.(?:png|webp))/g)).size).toBeGreaterThanOrEqual(
      4,
    );
  });

  it('the changelog begins with the version of the package', async () => {
    const changelog = await readFile('CHANGELOG.md', 'utf8');
    expect(found(changelog, /^## \[?([\d.]+)/gm)[0]).toBe(packageJson.version);
  });

  it('how to signal a run from the temporal command is in the README', () => {
    expect(readme).toMatch(/temporal workflow signal [^]*resolveApproval[^]*requestCancel/);
  });
});

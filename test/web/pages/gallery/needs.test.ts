import { expect, test } from 'vitest';
import type { AgentView, ToolView } from '../../../../contracts/api/index.ts';
import type { Pipeline } from '../../../../contracts/pipelines/pipeline.ts';
import { needsOf } from '../../../../web/src/pages/gallery/needs.ts';

const tool = (name: string, rest: object = {}) =>
  ({ name, id: `${name}@1`, sideEffect: false, ...rest }) as ToolView;
const agents = [{ name: 'reader', tools: ['scrape_page', 'web_search'] } as AgentView];
const tools = [
  tool('scrape_page'),
  tool('web_search', { missing: 'set BATON_WEB_SEARCH' }),
  tool('http_post', { sideEffect: true }),
  tool('calculate'),
];
const needs = (...nodes: object[]) =>
  needsOf({ nodes: nodes as Pipeline['nodes'] }, { agents, tools });

test('an agent needs a model and its tools, those that it lacks with what to do', () => {
  expect(needs({ id: 'a', kind: 'agent', agent: 'reader' })).toMatchObject({
    model: true,
    person: false,
    tools: [
      { name: 'scrape_page', missing: undefined },
      { name: 'web_search', missing: 'set BATON_WEB_SEARCH' },
    ],
  });
});

test('a node that narrows the tools of its agent needs those alone', () => {
  const { tools: needed } = needs({
    id: 'a',
    kind: 'agent',
    agent: 'reader',
    tools: ['scrape_page'],
  });
  expect(needed.map(({ name }) => name)).toEqual(['scrape_page']);
});

test('tools of nodes are needed once, and an approval needs a person', () => {
  const nodes = [
    { id: 'a', kind: 'tool', tool: 'http_post' },
    { id: 'b', kind: 'map', tool: 'http_post@1' },
    { id: 'c', kind: 'approval' },
  ];
  expect(needs(...nodes)).toEqual({
    model: false,
    person: true,
    tools: [{ name: 'http_post', sideEffect: true, missing: undefined }],
    switches: [],
  });
});

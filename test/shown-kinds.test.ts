import { glob, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { domainTriggerKinds, triggerKinds } from '../contracts/pipelines/triggers/index.ts';
import { nodeKinds } from '../contracts/pipelines/nodes/index.ts';
import type { NodeKindName } from '../contracts/pipelines/nodes/index.ts';
import { triggerKindNames } from '../contracts/pipelines/triggers/kinds.ts';
import type { OwnTriggerKind } from '../contracts/pipelines/triggers/kinds.ts';

// Each kind comes with a pipeline that shows it, a place in the docs, and tests that use it in the browser and
// kill Baton while it is at work.

type Tried = readonly [file: string, name: string];
type Tests = { browser: Tried; crash: Tried };

const drawn = (file: string, name: string): Tried => [`test/browser/${file}.test.ts`, name];
const killed = (file: string, name: string): Tried => [`test/end-to-end/${file}.test.ts`, name];

const byMouse = drawn('editor-mouse', 'builds the shipped pipeline from an empty canvas');
const byForms = drawn('editor-kinds', 'are added on the canvas, set in their forms');
const more = drawn('editor-kinds', 'that call others, wait and put together');
const whileWaiting = killed('waits-through-death', 'survives the death of every process');

const ofNodes: Record<NodeKindName, Tests> = {
  agent: { browser: byMouse, crash: killed('survives-death', 'in the middle of a model call') },
  tool: { browser: byMouse, crash: killed('survives-death', 'right after a tool has begun') },
  approval: { browser: byMouse, crash: whileWaiting },
  condition: { browser: byMouse, crash: whileWaiting },
  model: { browser: more, crash: whileWaiting },
  pipeline: { browser: more, crash: whileWaiting },
  wait: { browser: more, crash: whileWaiting },
  join: { browser: more, crash: whileWaiting },
  transform: { browser: more, crash: whileWaiting },
  switch: {
    browser: byForms,
    crash: killed('node-kinds', 'survive the death of every process within an item'),
  },
  map: {
    browser: byForms,
    crash: killed('node-kinds', 'survive the death of every process within an item'),
  },
  loop: {
    browser: byForms,
    crash: killed('node-kinds', 'survives the death of every process within a round'),
  },
  wait_for_event: {
    browser: byForms,
    crash: killed('node-kinds', 'gets it once, even if everything dies'),
  },
};

const ofTriggers: Record<OwnTriggerKind, Tests> & Record<string, Tests> = {
  schedule: {
    browser: drawn('triggers', 'are drawn as what begins, edited, saved, fired'),
    crash: killed('triggers', 'starts one run of each time, though everything dies'),
  },
  webhook: {
    browser: drawn('triggers', 'of a webhook and of an event are drawn'),
    crash: killed('triggers', 'starts one run of a call that is sent again'),
  },
  event: {
    browser: drawn('triggers', 'of a webhook and of an event are drawn'),
    crash: killed('triggers', 'starts one run, even if everything dies after it was sent'),
  },
  market: {
    browser: drawn('triggers', 'of the market are drawn, fire as its bars close'),
    crash: killed('triggers', 'starts one run of each bar, though everything dies'),
  },
};

type Kinds = { nodes: { kind: string }[]; triggers?: { kind: string }[] };
const shipped: Kinds[] = [];
for await (const file of glob('pipelines/*.yaml'))
  shipped.push(parse(await readFile(file, 'utf8')));

async function headingsOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
}

async function expectTests({ browser, crash }: Tests): Promise<void> {
  for (const [file, name] of [browser, crash]) {
    const text = (await readFile(file, 'utf8')).replaceAll(/\s+/g, ' ');
    expect(`${file}: ${text.includes(`'${name}`)}`).toBe(`${file}: true`);
  }
}

describe.each(Object.keys(nodeKinds) as NodeKindName[])('nodes of the kind %s', (kind) => {
  it('come with a pipeline, a part of the docs, and tests in the browser and through a crash', async () => {
    expect(shipped.some(({ nodes }) => nodes.some((node) => node.kind === kind))).toBe(true);
    expect(await headingsOf('docs/pipelines.md')).toContain(kind);
    await expectTests(ofNodes[kind]);
    const [browser] = ofNodes[kind].browser;
    expect(await readFile(browser, 'utf8')).toContain(`drop('${nodeKinds[kind].title}'`);
  });
});

const titles: Record<string, string> = Object.fromEntries(
  Object.entries({ ...triggerKinds, ...domainTriggerKinds }).map(([kind, { title }]) => [
    kind,
    title,
  ]),
);

describe.each([...triggerKindNames] as string[])('triggers of the kind %s', (kind) => {
  it('come with a pipeline, a part of the docs, and tests in the browser and through a crash', async () => {
    expect(shipped.some(({ triggers = [] }) => triggers.some((one) => one.kind === kind))).toBe(
      true,
    );
    const headings = await headingsOf('docs/triggers.md');
    expect(headings.some((heading) => heading.startsWith(titles[kind]!))).toBe(true);
    await expectTests(ofTriggers[kind]!);
    const [browser] = ofTriggers[kind]!.browser;
    expect(await readFile(browser, 'utf8')).toContain(`name: '${titles[kind]!}', exact: true`);
  });
});

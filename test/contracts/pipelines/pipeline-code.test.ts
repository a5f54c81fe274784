import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { definePipeline } from '../../../code/index.ts';
import { pipelineHash } from '../../../contracts/pipelines/compile.ts';
import { pipelineCode } from '../../../contracts/pipelines/pipeline-code.ts';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { addGroup, addNote } from '../../../web/src/document/edits/annotations.ts';
import { placeNodes } from '../../../web/src/document/edits/nodes.ts';
import { patchText } from '../../../web/src/document/patch-text.ts';
import { randomPipelines } from '../../workflows/support/random-pipelines.ts';

/** What a file of code defines. */
function definedBy(code: string): unknown {
  const [head = '', definition = ''] = code.split('export default ');
  expect(head).toBe("import { definePipeline } from 'baton';\n\n");
  // oxlint-disable-next-line no-new-func -- it is what a file of code does when it is loaded
  return new Function('definePipeline', `return ${definition}`)(definePipeline);
}

const hashOf = (document: unknown) => pipelineHash(pipelineSchema.parse(document));

/** Of every kind, with a version that it starts or the live one. */
const triggersOf = (text: string, version: number) => {
  const pinned = version > 0 ? { version } : {};
  const input = { [`of ${text}`]: '{{ event.at }}', text };
  return [
    { id: 'times', kind: 'schedule', cron: ['0 8 * * MON', '5 9 * * *'], except: ['12-25'], input },
    { id: 'call', kind: 'webhook', auth: 'key', respond: 'with-result', ...pinned },
    { id: 'told', kind: 'event', event: 'it.happened', when: 'event.data.n > 1', ...pinned },
    { id: 'bars', kind: 'market', on: 'bar-closed', symbol: 'SPX', overlap: 'skip', ...pinned },
  ];
};

/** Documents with nodes and triggers of every kind, pinned versions, and values that are awkward to write. */
const documents = fc
  .record({
    planned: randomPipelines,
    title: fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    value: fc.jsonValue(),
    text: fc.constantFrom(
      'it\'s `${1}` \\ "so"',
      'a\u2028b\r\n\tc',
      '__proto__',
      '# no: comment',
      '\u0085',
    ),
    places: fc.array(fc.nat(1_000), { minLength: 2, maxLength: 2 }),
    version: fc.nat(3),
  })
  .map(({ planned, title, value, text, places: [x = 0, y = 0], version }) => {
    const { edges } = planned;
    const nodes = planned.nodes.map((node) =>
      version > 0 && 'pipeline' in node ? { ...node, version } : node,
    );
    const triggers = triggersOf(text, version);
    const odd = JSON.parse(JSON.stringify({ [text]: text, value }));
    return {
      name: 'random',
      title: title.trim() || 'Random',
      inputs: { type: 'object', properties: { [`of ${text}`]: { type: 'string', default: text } } },
      triggers,
      nodes: [
        ...nodes,
        { id: 'odd', kind: 'transform', value: { ...odd, key: { ['__proto__']: 1 } } },
      ],
      edges,
      layout: Object.fromEntries([...triggers, ...nodes].map(({ id }) => [id, { x, y }])),
      canvas: { notes: [{ text, x, y }], groups: [{ title: 'Frame', nodes: ['odd'] }] },
    } as unknown as JsonObject;
  })
  .filter((document) => pipelineSchema.safeParse(document).success);

/** As the canvas keeps it: what is drawn is the document that is read from its text, and is written into it. */
function throughCanvas(drawn: JsonObject, text: string): unknown {
  const moved = placeNodes(drawn, { odd: { x: 7, y: 8 } });
  const noted = addNote(addGroup(moved, 'Added', ['n0']), { x: 1, y: 2 });
  return parse(patchText(text, noted as JsonObject));
}

it('the same pipeline as TypeScript, as YAML and as it is drawn has one content hash', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (drawn) => {
      const hash = await hashOf(drawn);
      expect(await hashOf(definedBy(pipelineCode(drawn)))).toBe(hash);
      const yaml = stringify(drawn, { lineWidth: 100 });
      expect(await hashOf(parse(yaml))).toBe(hash);
      expect(await hashOf(throughCanvas(drawn, yaml))).toBe(hash);
      const { layout: _layout, canvas: _canvas, ...content } = drawn;
      expect(await hashOf(content)).toBe(hash);
    }),
    { numRuns: 60 },
  );
});

it('is written as people write it', () => {
  const nodes = [{ id: 'one', kind: 'transform', value: "it's" }];
  expect(pipelineCode({ name: 'small', nodes, layout: { one: { x: 1, y: 2 } } })).toBe(
    `import { definePipeline } from 'baton';\n\nexport default definePipeline({ name: 'small', nodes: [{ id: 'one', kind: 'transform', value: 'it\\'s' }] });\n`,
  );
});

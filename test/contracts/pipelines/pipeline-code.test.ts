import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { definePipeline } from '../../../code/index.ts';
import { pipelineHash } from '../../../contracts/pipelines/compile.ts';
import { pipelineCode } from '../../../contracts/pipelines/pipeline-code.ts';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { randomPipelines } from '../../workflows/support/random-pipelines.ts';

/** What a file of code defines. */
function definedBy(code: string): unknown {
  const [head = '', definition = ''] = code.split('export default ');
  expect(head).toBe("import { definePipeline } from 'baton';\n\n");
  // oxlint-disable-next-line no-new-func -- it is what a file of code does when it is loaded
  return new Function('definePipeline', `return ${definition}`)(definePipeline);
}

const hashOf = (document: unknown) => pipelineHash(pipelineSchema.parse(document));

/** Documents with nodes of every kind, and with values that are awkward to write. */
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
  })
  .map(({ planned: { nodes, edges }, title, value, text, places: [x = 0, y = 0] }) => {
    const odd = JSON.parse(JSON.stringify({ [text]: text, value }));
    return {
      name: 'random',
      title: title.trim() || 'Random',
      inputs: { type: 'object', properties: { [`of ${text}`]: { type: 'string', default: text } } },
      nodes: [
        ...nodes,
        { id: 'odd', kind: 'transform', value: { ...odd, key: { ['__proto__']: 1 } } },
      ],
      edges,
      layout: Object.fromEntries(nodes.map(({ id }) => [id, { x, y }])),
      canvas: { notes: [{ text, x, y }], groups: [{ title: 'Frame', nodes: ['odd'] }] },
    } as unknown as JsonObject;
  })
  .filter((document) => pipelineSchema.safeParse(document).success);

it('the same pipeline as TypeScript, as YAML and as it is drawn has one content hash', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (drawn) => {
      const hash = await hashOf(drawn);
      expect(await hashOf(definedBy(pipelineCode(drawn)))).toBe(hash);
      expect(await hashOf(parse(stringify(drawn, { lineWidth: 100 })))).toBe(hash);
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

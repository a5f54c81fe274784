import { describe, expect, it } from 'vitest';
import { patchCode as patch } from '../../../bin/client/patch-code.ts';
import { unifiedDiff } from '../../../bin/client/unified-diff.ts';

const code = `import { definePipeline, z } from 'baton';
// definePipeline makes it
export const other = definePipeline({ name: 'other', nodes: [] });
export default definePipeline({
  name: 'dinner', // its name
  title: \`Who \${'owes'} what, {\`,
  inputs: z.object({ amount: z.number() }),
  nodes: [
    // The bill, in the end
    { id: 'bill', kind: 'transform', value: "a, ']" },
    { id: 'sent', kind: 'transform', value: 2 },
  ],
  edges: [{ from: 'bill', to: 'sent' }],
});
`;

const bill = { id: 'bill', kind: 'transform', value: "a, ']" };
const sent = { id: 'sent', kind: 'transform', value: 2 };
type Document = Parameters<typeof patch>[1]['whole'];
const both = (whole: Document) => ({ written: whole, whole });
const patchCode = (text: string, from: Document, to: Document) => patch(text, both(from), both(to));

const before = {
  name: 'dinner',
  title: 'Who owes what, {',
  inputs: { type: 'object' },
  nodes: [bill, sent],
  edges: [{ from: 'bill', to: 'sent' }],
};

describe('code that is patched', () => {
  it('changes in one node, and keeps comments, zod and the rest', () => {
    const after = { ...before, nodes: [bill, { ...sent, value: 3 }] };
    expect(patchCode(code, before, after)).toBe(code.replace('value: 2', 'value: 3'));
  });

  it('has a node more, and the others as they were written', () => {
    const third = { id: 'third', kind: 'transform', value: 1 };
    expect(patchCode(code, before, { ...before, nodes: [bill, sent, third] })).toContain(`
    { id: 'bill', kind: 'transform', value: "a, ']" },
    { id: 'sent', kind: 'transform', value: 2 },
    { id: 'third', kind: 'transform', value: 1 },
  ],`);
  });

  it('loses a field, and is given another', () => {
    const { title: _title, ...rest } = before;
    const patched = patchCode(code, before, { ...rest, description: 'Splits' });
    expect(patched).toBe(
      code
        .replace(/ {2}title: .*\n/, '')
        .replace("to: 'sent' }],", "to: 'sent' }],\n  description: 'Splits',"),
    );
  });

  it('is left where it does not show its fields', () => {
    const spread = "definePipeline({ ...base, name: 'dinner' });";
    expect(patchCode(spread, before, { ...before, title: 'Other' })).toBeUndefined();
  });
});

it('a patch has the lines that differ, with three around them', () => {
  const patched = code.replace('value: 2', 'value: 3');
  expect(unifiedDiff('dinner.ts', code, patched)).toBe(`--- a/dinner.ts
+++ b/dinner.ts
@@ -8,7 +8,7 @@
   nodes: [
     // The bill, in the end
     { id: 'bill', kind: 'transform', value: "a, ']" },
-    { id: 'sent', kind: 'transform', value: 2 },
+    { id: 'sent', kind: 'transform', value: 3 },
   ],
   edges: [{ from: 'bill', to: 'sent' }],
 });`);
});

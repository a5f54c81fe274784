import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkTypes } from '../../../activities/own-tools/check-types.ts';
import { toolFolder, toolText } from './support/folder.ts';

const limit = 60_000;
const good = toolText('good', 'schema: z.strictObject({}), handle: () => ({ ok: true }),');

test(
  'each mistake is told with its place, and the other tools are there',
  { timeout: limit },
  async () => {
    const { write, read, run, file } = await toolFolder({ taken: ['get_price'], loadMs: 4_000 });
    await write('good.ts', good);
    await write('empty.ts', 'const nothing = 1;\nvoid nothing;\n');
    await write('throws.ts', '\nthrow new Error("not today");\n');
    await write('loops.ts', 'for (;;);\n');
    await write('waits.ts', 'await new Promise(() => undefined);\nexport default {};\n');
    await write('exits.ts', 'process.exit(0);\n');
    await write('syntax.ts', 'export default {\n  name: ,\n};\n');
    await write('missing.ts', "import './nowhere.ts';\n");
    await write('plain.ts', 'export default { name: "plain" };\n');
    await write(
      'short.ts',
      toolText('short', "description: 'Short', schema: z.strictObject({}), handle: () => null,"),
    );
    await write(
      'plan.ts',
      toolText('wrong_plan', "plan: 'golden', schema: z.strictObject({}), handle: () => null,"),
    );
    await write(
      'both.ts',
      toolText(
        'both',
        "plan: 'golden', schema: z.strictObject({ n: z.number() }), example: { n: '1' }, handle: () => null,",
      ),
    );
    await write(
      'example.ts',
      toolText(
        'example',
        'schema: z.strictObject({ n: z.number() }), example: { n: "1" }, handle: () => null,',
      ),
    );
    await write(
      'unsayable.ts',
      toolText('unsayable', 'schema: z.strictObject({ at: z.date() }), handle: () => null,'),
    );
    await write(
      'get_price.ts',
      toolText('get_price', 'schema: z.strictObject({}), handle: () => null,'),
    );
    await write('second.ts', good);
    await write('mcp.ts', toolText('mcp__a__b', 'schema: z.strictObject({}), handle: () => null,'));
    await write('_draft.ts', 'throw new Error("not a tool");');
    await write('good.test.ts', 'throw new Error("not a tool");');

    const { problems, files } = await read();
    expect(files).toEqual({ 'good@1': file('good.ts') });
    expect(await run('good')).toMatchObject({ output: { ok: true } });
    const told = Object.fromEntries(
      problems.map(({ file: at, line, column, message }) => [
        at.split('/').at(-1),
        `${line}:${column} ${message}`,
      ]),
    );
    const fixOf = (name: string) => problems.find(({ file: at }) => at === file(name))?.fix;
    expect(fixOf('short.ts')).toBe('use at least 10 characters');
    expect(fixOf('empty.ts')).toContain('export default defineTool({ … })');
    expect(told).toEqual({
      'empty.ts': '1:1 it has no default export',
      'throws.ts': '2:7 it cannot be loaded: not today',
      'loops.ts': '1:1 it was not loaded within 4 s',
      'waits.ts': expect.stringMatching(/^2:1 (its thread stopped|it was not loaded within 4 s)$/),
      'exits.ts': '1:1 its thread stopped',
      'syntax.ts': expect.stringMatching(/^\d+:\d+ it cannot be loaded: /),
      'missing.ts': expect.stringMatching(/^1:1 it cannot be loaded: Cannot find module .*nowhere/),
      'plain.ts': expect.stringContaining('its default export is not a tool: description'),
      'short.ts': expect.stringMatching(
        /its default export is not a tool: description: must be at least 10 characters/,
      ),
      'plan.ts': expect.stringMatching(/^10:3 its default export is not a tool: plan: /),
      'both.ts': expect.stringMatching(
        /^10:3 its default export is not a tool: plan: [^]*; its example is not valid for its schema: /,
      ),
      'example.ts': expect.stringMatching(/^10:\d+ its example is not valid for its schema: /),
      'unsayable.ts': expect.stringMatching(/^10:3 its schema cannot be converted for models: /),
      'get_price.ts': '6:3 tool get_price already exists, built into Baton',
      'second.ts': `6:3 tool good already exists, in ${file('good.ts')}`,
      'mcp.ts': expect.stringContaining('names that start with mcp__ are reserved for MCP servers'),
    });
  },
);

test(
  'a call of a tool whose file has an error says so, with the place',
  { timeout: limit },
  async () => {
    const { write, read, run, file } = await toolFolder();
    await write('good.ts', good);
    await write('throws.ts', '\nthrow new Error("not today");\n');
    await write(
      'plan.ts',
      toolText('wrong_plan', "plan: 'golden', schema: z.strictObject({}), handle: () => null,"),
    );
    await read();
    for (const [name, place] of [
      ['throws', `${file('throws.ts')}:2:7: it cannot be loaded: not today`],
      ['wrong_plan', `${file('plan.ts')}:10:3: its default export is not a tool: plan: `],
      ['wrong_plan@1', `${file('plan.ts')}:10:3`],
    ] as const) {
      await expect(run(name)).rejects.toMatchObject({
        code: 'TOOL_NOT_FOUND',
        message: expect.stringContaining(
          `"${name}" cannot be used because its file has an error at ${place}`,
        ),
      });
    }
    await expect(run('goood')).rejects.toThrow('Tool "goood" not found. Did you mean good?');
    await write('plan.ts', toolText('wrong_plan', 'schema: z.strictObject({}), handle: () => 1,'));
    await read();
    expect(await run('wrong_plan')).toMatchObject({ output: 1 });
  },
);

test(
  'a changed file is loaded again, with what it imports, and a deleted one is gone',
  { timeout: limit },
  async () => {
    const { write, read, run, own, file, executor } = await toolFolder();
    await write('good.ts', good);
    await read();
    const before = await own.state();
    await write('good.ts', good.replace('ok: true', 'ok: false'));
    expect(await own.state()).not.toBe(before);
    await read();
    expect(await run('good')).toMatchObject({ output: { ok: false } });
    await write('other.ts', toolText('other', 'schema: z.strictObject({}), handle: () => 1,'));
    await rm(file('good.ts'));
    await read();
    expect(executor.list().map(({ name }) => name)).toEqual(['other']);
  },
);

test('TypeScript’s findings have file, line, column and message', { timeout: limit }, async () => {
  const { write, folder, file } = await toolFolder();
  await write('good.ts', good);
  await write(
    'wrong.ts',
    toolText(
      'wrong',
      'schema: z.strictObject({ n: z.number() }),\n  handle: ({ n }) => ({ n: n.length }),',
    ),
  );
  const problems = await checkTypes(folder, [file('good.ts'), file('wrong.ts')]);
  expect(problems).toEqual([
    {
      file: expect.stringContaining('wrong.ts'),
      line: 11,
      column: 30,
      path: '',
      message: "Property 'length' does not exist on type 'number'. (TS2339)",
      fix: 'fix the type errors',
    },
  ]);
});

test(
  'a folder of its own, with no packages beside it, has Baton and zod',
  { timeout: limit },
  async () => {
    const outside = await mkdtemp(join(tmpdir(), 'baton-outside-'));
    onTestFinished(() => rm(outside, { recursive: true, force: true }));
    const { write, read, run, folder, file } = await toolFolder({}, outside);
    const outsideText = (name: string, lines: string) =>
      toolText(name, lines).replace('../../contracts/own-tool.ts', 'baton');
    await write('good.ts', outsideText('good', 'schema: z.strictObject({}), handle: () => 7,'));
    await write(
      'wrong.ts',
      outsideText(
        'wrong',
        'schema: z.strictObject({ n: z.number() }), handle: ({ n }) => n.length,',
      ),
    );
    await write('other.ts', "import 'left-pad';\n");
    const { files, problems } = await read();
    expect(Object.keys(files)).toEqual(['good@1', 'wrong@1']);
    expect(await run('good')).toMatchObject({ output: 7 });
    expect(problems).toMatchObject([{ message: expect.stringContaining("package 'left-pad'") }]);
    expect(await checkTypes(folder, [file('good.ts'), file('wrong.ts')])).toMatchObject([
      { file: file('wrong.ts'), message: expect.stringContaining("'length' does not exist") },
    ]);
  },
);

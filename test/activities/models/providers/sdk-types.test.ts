import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { golden } from './golden.ts';

const run = promisify(execFile);
const packages = join(import.meta.dirname, '../../../../node_modules');

/** The bodies that a provider is sent, by where they are on file: those of single requests, and of all conversions. */
async function bodiesOf(provider: string): Promise<Record<string, unknown>> {
  const files = await readdir(join(import.meta.dirname, 'golden'));
  const single = files.filter((file) => file.startsWith(`${provider}-`));
  const conversions = (await golden(`conformance-${provider}`)) as Record<
    string,
    { sent?: unknown }
  >;
  const sent = Object.entries(conversions).filter(([, conversion]) => conversion.sent);
  return Object.fromEntries([
    ...(await Promise.all(
      single.map(async (file) => [file, await golden(file.replace('.json', ''))] as const),
    )),
    ...sent.map(([name, conversion]) => [`${name} of all conversions`, conversion.sent] as const),
  ]);
}

/** What the compiler says against bodies of a type, by their names. */
async function misfits(type: string, bodies: Record<string, unknown>): Promise<string[]> {
  const names = Object.keys(bodies);
  // Within the packages' own folder, so that they are found from it.
  const folder = await mkdtemp(join(packages, '.sdk-types-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const lines = names.map(
    (name, index) => `export const body${index}: Body = ${JSON.stringify(bodies[name])};`,
  );
  await writeFile(join(folder, 'bodies.ts'), `${type}\n${lines.join('\n')}\n`);
  const options =
    '--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target es2024';
  const said = await run(join(packages, '.bin/tsc'), [...options.split(' '), 'bodies.ts'], {
    cwd: folder,
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }));
  const first = type.split('\n').length + 1;
  return said.stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) =>
      line.replace(/^bodies\.ts\((\d+)/, (_all, at) => names[Number(at) - first] ?? at),
    );
}

const official = [
  {
    provider: 'anthropic',
    type: `import type { MessageCreateParams as Body } from '@anthropic-ai/sdk/resources/messages';`,
  },
  {
    provider: 'gemini',
    // A body is the parts of these types, beside each other, with the texts of their enums.
    type: `import type { Content, GenerationConfig, SafetySetting, Tool, ToolConfig } from '@google/genai';
type Texts<Type> = Type extends string ? \`\${Type}\` : Type extends object ? { [Key in keyof Type]: Texts<Type[Key]> } : Type;
type Body = Texts<{
  contents: Content[];
  systemInstruction?: Content;
  tools?: Tool[];
  toolConfig?: ToolConfig;
  generationConfig?: GenerationConfig;
  safetySettings?: SafetySetting[];
}>;`,
  },
];

describe.each(official)("the types of $provider's official package", ({ provider, type }) => {
  test('fit every body that is sent, and no other', { timeout: 120_000 }, async () => {
    const bodies = await bodiesOf(provider);
    expect(Object.keys(bodies).length).toBeGreaterThan(50);
    const [first] = Object.values(bodies) as object[];
    const unknown = { ...first, unheardOf: true };
    expect(await misfits(type, { ...bodies, unknown })).toEqual([
      expect.stringMatching(/^unknown.*unheardOf.*does not exist/),
    ]);
  });
});

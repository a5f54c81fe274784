import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allTools } from '../../../workers/compose/all-tools.ts';
import { validateArguments } from '../../../activities/tools/steps/validation.ts';
import { checkValue } from '../../../contracts/values/json-schema.ts';
import type { Json } from '../../../contracts/base/json.ts';

const shipped = await allTools();

const testFolder = join(import.meta.dirname, '../..');
const self = 'every-tool.test.ts';

/** The texts of all tests of activities but this one. */
const tests = readdirSync(testFolder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts') && !path.endsWith(self))
  .map((path) => readFileSync(join(testFolder, path), 'utf8'));

/** Whether a test calls a tool by its name, or imports its file. */
function isTested(name: string): boolean {
  const called = new RegExp(`\\b(?:answer|call|output|run)\\(\\s*'${name}'`);
  const imported = new RegExp(`/(?:catalog|tools)/[a-z]+/${name.replaceAll('_', '-')}\\.ts'`);
  return tests.some((text) => called.test(text) || imported.test(text));
}

test('every name is unique', () => {
  const names = shipped.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
});

describe.each(shipped.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  test('describes itself and each of its arguments', () => {
    expect(tool.description.length).toBeGreaterThan(60);
    const properties = tool.parameters['properties'] as Record<string, Record<string, Json>>;
    const undescribed = Object.entries(properties).filter(([, { description }]) => !description);
    expect(undescribed).toEqual([]);
  });

  test('has an example that it takes', () => {
    expect(tool.example).toBeDefined();
    expect(() => validateArguments(tool, tool.example!)).not.toThrow();
    expect(checkValue(tool.parameters, tool.example!, ['args']).problems).toEqual([]);
  });

  test('has a limit, and a label wherever calls differ', () => {
    expect(tool.rateLimit.minute).toBeGreaterThan(0);
    const texts = Object.values(tool.example ?? {}).filter((value) => typeof value === 'string');
    expect(tool.label(tool.example ?? {}) !== '' || texts.length === 0).toBe(true);
  });

  test('has a test that calls it', () => {
    expect(isTested(name)).toBe(true);
  });
});

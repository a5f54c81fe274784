import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The projects of vitest's that a file of tests can be in, by what it is to find when it begins. */
export type TestProjectName = 'pure' | 'mocks' | 'database' | 'temporal' | 'browser';

const tests = resolve(import.meta.dirname, '..');
const importPattern =
  /^(?:import|export)\s(?!type\s)[^'"]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm;
const injectPattern = /\binject\('(\w+)'\)/g;
const texts = new Map<string, string>();

/**
 * Which project a file of tests is in: the smallest that has all that the file, or what it imports of the tests'
 * folder, asks for with `inject`.
 * @param file its absolute path
 */
export function projectOf(file: string): TestProjectName {
  if (textOf(file).includes('vi.mock(')) return 'mocks';
  const asked = askedFor(file);
  if (asked.has('browser')) return 'browser';
  if (asked.has('temporal') || asked.has('workflowBundle')) return 'temporal';
  return asked.has('databaseTemplate') ? 'database' : 'pure';
}

function askedFor(file: string): Set<string | undefined> {
  const reached = new Set([file]);
  const asked = new Set<string | undefined>();
  for (const each of reached) {
    const text = textOf(each);
    for (const [, name] of text.matchAll(injectPattern)) asked.add(name);
    for (const [, from, later] of text.matchAll(importPattern)) {
      const target = resolve(dirname(each), from ?? later ?? '');
      if (target.startsWith(tests) && existsSync(target)) reached.add(target);
    }
  }
  return asked;
}

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

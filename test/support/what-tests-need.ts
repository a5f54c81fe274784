import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * The projects of vitest's that a file of tests can be in, by what it is to find when it begins, those with the
 * longest files first.
 */
export const projectNames = [
  'programs',
  'temporal',
  'database',
  'mocks',
  'pure',
  'browser',
] as const;
export type TestProjectName = (typeof projectNames)[number];

const tests = resolve(import.meta.dirname, '..');
const importPattern =
  /^(?:import|export)\s(?!type\s)[^'"]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm;
/** Starts a Baton, or a part of one, as a program. */
const programPattern = /\bspawn\(process\.execPath,|\bstartProgram\(|\bopenTestBaton\(/;
const injectPattern = /\binject\('(\w+)'\)/g;
/** A timeout is written so, or at the end of a test. */
const patiencePattern = /(?:timeout: |\}, )(\d+)_000\b/g;
const texts = new Map<string, string>();

/**
 * Which project a file of tests is in: the smallest that has all that the file, or what it imports of the tests'
 * folder, asks for with `inject`.
 * @param file its absolute path
 */
export function projectOf(file: string): TestProjectName {
  if (textOf(file).includes('vi.mock(')) return 'mocks';
  const { asked, startsPrograms } = askedFor(file);
  if (asked.has('browser')) return 'browser';
  if (startsPrograms && !asked.has('temporal') && !asked.has('workflowBundle')) return 'programs';
  if (asked.has('temporal') || asked.has('workflowBundle')) return 'temporal';
  return asked.has('databaseTemplate') ? 'database' : 'pure';
}

/** The longest time that a file gives any of its tests, in thousands of milliseconds; 0 where it has no need to say. */
export function patienceOf(file: string): number {
  const given = [...textOf(file).matchAll(patiencePattern)].map(([, thousands]) =>
    Number(thousands),
  );
  return Math.max(0, ...given);
}

function askedFor(file: string) {
  const reached = new Set([file]);
  const asked = new Set<string | undefined>();
  let startsPrograms = false;
  for (const each of reached) {
    const text = textOf(each);
    startsPrograms ||= programPattern.test(text);
    for (const [, name] of text.matchAll(injectPattern)) asked.add(name);
    for (const [, from, later] of text.matchAll(importPattern)) {
      const target = resolve(dirname(each), from ?? later ?? '');
      if (target.startsWith(tests) && existsSync(target)) reached.add(target);
    }
  }
  return { asked, startsPrograms };
}

function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
}

import { expect, test } from 'vitest';
import { findTemporal, TemporalNotFound } from '../../../bin/temporal/find.ts';
import { NotUsable, type TemporalSource } from '../../../bin/temporal/source.ts';

function source(name: string, outcome: string | Error, asked: string[] = []): TemporalSource {
  return {
    name,
    remedy: `mend ${name}`,
    async find() {
      asked.push(name);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

function context() {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  return { lines, given: { cacheFolder: '/none', say, platform: 'linux-x64' as const } };
}

test('sources are asked in order, until one has the program', async () => {
  const asked: string[] = [];
  const sources = [
    source('first', new Error('is not there'), asked),
    source('second', '/second/temporal', asked),
    source('third', '/third/temporal', asked),
  ];
  const { given, lines } = context();
  expect(await findTemporal(sources, given)).toBe('/second/temporal');
  expect(asked).toEqual(['first', 'second']);
  expect(lines).toEqual(['Temporal: second']);
});

test('a program that cannot be used is named before the one that is taken', async () => {
  const { given, lines } = context();
  const sources = [
    source('temporal on PATH', new NotUsable('skipped as too old: server 1.29.1')),
    source('the cache', '/cache/temporal'),
  ];
  await findTemporal(sources, given);
  expect(lines).toEqual([
    'Temporal: temporal on PATH skipped as too old: server 1.29.1',
    'Temporal: the cache',
  ]);
});

test('when no source has it, the error lists what was tried and how to fix each', async () => {
  const sources = [source('one', new Error('no network')), source('two', new Error('no pip'))];
  const error = await findTemporal(sources, context().given).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(TemporalNotFound);
  expect((error as Error).message).toMatch(
    /one: no network\n.*mend one\n.*two: no pip\n.*mend two\n.*TEMPORAL_ADDRESS/s,
  );
});

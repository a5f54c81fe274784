import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { reachableFrom } from './support/reachable.ts';

/** Of a name at the top, where files have an extension. */
const isFolder = (name: string) => !name.includes('.');
const entries = ['api/server.ts', 'workers/main.ts'];

describe('the Dockerfile', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  );

  it('copies the folders that the API, the workers and the docs are made of, and no others', () => {
    const { paths } = reachableFrom(entries);
    const folders = new Set([...paths].map((path) => path.split('/')[0]!).filter(isFolder));
    const copiedFolders = copied.filter(isFolder);
    expect([...new Set(copiedFolders)].toSorted()).toEqual([...folders, 'docs'].toSorted());
  });

  it('installs every package that they use, since none is for development alone', () => {
    const { packages } = reachableFrom(entries);
    expect(packages.size).toBeGreaterThan(10);
    expect(Object.keys(packageJson.dependencies)).toEqual(expect.arrayContaining([...packages]));
  });

  it('gets from .dockerignore what it copies, and nothing else', () => {
    const [first, ...allowed] = readFileSync('.dockerignore', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(first).toBe('*');
    const wanted = new Set(copied.filter((name) => !copied.includes(dirname(name))));
    expect(allowed.toSorted()).toEqual([...wanted].map((name) => `!${name}`).toSorted());
  });

  it('brings the web app as its own stage has built it', () => {
    expect(lastStage).toMatch(/^COPY --from=web \S+\/web\/dist web\/dist$/m);
    expect(dockerfile).toMatch(/^RUN node web\/build\/main\.ts$/m);
  });

  it('runs on the Node that the tests run on', () => {
    const { node } = packageJson.dependencies;
    const versions = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(
      ([, version]) => version,
    );
    expect(versions.length).toBeGreaterThan(1);
    expect(new Set(versions)).toEqual(new Set([node]));
  });

  it('does not run as root', () => {
    expect(lastStage).toMatch(/^USER node$/m);
  });
});

import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/**
 * A package that is loaded when it is first used, for those that most processes do not need or not at their start.
 * @returns what it exports.
 */
export function lazily<Exports>(name: string): () => Exports {
  let loaded: Exports | undefined;
  return () => (loaded ??= load(name) as Exports);
}

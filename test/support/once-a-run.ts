const key = Symbol.for('baton.test.onceARun');
const shared = globalThis as { [key]?: Map<string, Promise<unknown>> };

/** Starts something once for all projects of a run, each of which loads its global set-up anew. */
export function onceARun<Started>(name: string, start: () => Promise<Started>): Promise<Started> {
  const started = (shared[key] ??= new Map());
  const first = (started.get(name) ?? start()) as Promise<Started>;
  started.set(name, first);
  return first;
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** In a process of its own: a thread that was put behind does not come back. */
const program = `
  import { readdirSync } from 'node:fs';
  import { getPriority } from 'node:os';
  import { putMainThreadFirst } from './bin/start/thread-priorities.ts';
  const before = getPriority();
  putMainThreadFirst();
  const others = readdirSync('/proc/self/task').map(Number).filter((id) => id !== process.pid);
  console.log(JSON.stringify({ before, own: getPriority(), others: others.map((id) => getPriority(id)) }));
`;

test.skipIf(process.platform !== 'linux')(
  'the main thread keeps its priority, and the others get a lower one',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      program,
    ]);
    const { before, own, others } = JSON.parse(stdout) as {
      before: number;
      own: number;
      others: number[];
    };
    expect(own).toBe(before);
    expect(others.length).toBeGreaterThan(0);
    expect(Math.min(...others)).toBeGreaterThanOrEqual(5);
  },
);

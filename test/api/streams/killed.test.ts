import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../../../bin/start/ports.ts';
import type { RunEvent } from '../../../contracts/runs/run-picture.ts';
import { applyRunEvent } from '../../../contracts/runs/run-picture.ts';
import type { RunPicture } from '../../../contracts/runs/run-picture.ts';
import { followStream } from '../../../web/src/api/streams/follow-stream.ts';
import { createPostgres } from '../../support/postgres-database.ts';
import type { ServerSettings, ServerTask } from '../support/stream-server.ts';
import { keyProtocols } from '../support/stream-client.ts';

const { TEST_DATABASE_URL: serverUrl } = process.env;
const file = fileURLToPath(new URL('../support/stream-server.ts', import.meta.url));

const places: [string, () => Promise<Omit<ServerSettings, 'port'>>][] = [
  ['PGlite', newFolder],
  ...(serverUrl ? [['PostgreSQL', newDatabase] as (typeof places)[number]] : []),
];

async function newFolder() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'baton-streams-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  return { dataFolder };
}

async function newDatabase() {
  const { url, drop } = await createPostgres(serverUrl ?? '');
  onTestFinished(drop);
  return { url };
}

/** A server that can be killed and started again over the same records, at the same address. */
async function startServer(records: Omit<ServerSettings, 'port'>) {
  const port = await findFreePort();
  let child: ChildProcess;
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const start = async () => {
    child = fork(file);
    await ask({ port, ...records });
  };
  async function ask(message: ServerTask | ServerSettings): Promise<string> {
    const answered = once(child, 'message');
    child.send(message);
    const [answer] = await answered;
    return String(answer);
  }
  await start();
  onTestFinished(kill);
  return { address: `ws://127.0.0.1:${port}`, ask, kill, start };
}

test.each(places)(
  'over %s, a page whose server is killed has the whole picture once it is back',
  async (_name, newRecords) => {
    const server = await startServer(await newRecords());
    const runId = await server.ask({ do: 'start-run' });
    const say = (sequence: number, text: string) =>
      server.ask({
        do: 'publish',
        event: {
          type: 'text-delta',
          text,
          sequence,
          callId: 'call',
          runId,
          nodePath: 'price',
          step: 'turn-1',
        },
      });
    let picture: RunPicture | undefined;
    const epochs = new Set<string | undefined>();
    const lives: boolean[] = [];
    const followed = followStream<RunEvent>({
      open: (after) =>
        new WebSocket(
          `${server.address}/api/v1/runs/${runId}/stream${after ? `?after=${after}` : ''}`,
          keyProtocols(),
        ),
      onEvent(event) {
        epochs.add(event.position.split(':')[0]);
        picture = applyRunEvent(picture, event);
      },
      onLive: (isLive) => lives.push(isLive),
    });
    onTestFinished(followed.stop);
    const seen = () => picture?.steps.map(({ label, status }) => `${label} ${status}`);
    const text = () => picture?.calls['call']?.text;

    await expect.poll(() => picture, wait).toBeDefined();
    await server.ask({ do: 'run-step', runId, step: 'one' });
    await say(1, 'It rises, ');
    await expect.poll(seen, wait).toEqual(['one completed']);
    await expect.poll(text, wait).toBe('It rises, ');

    await server.kill();
    await expect.poll(() => lives.at(-1), wait).toBe(false);
    await server.start();
    await server.ask({ do: 'run-step', runId, step: 'two' });
    await expect.poll(seen, wait).toEqual(['one completed', 'two completed']);
    expect(epochs.size).toBe(2);
    await say(2, 'and falls.');
    await expect.poll(text, wait).toBe('and falls.');
    expect(picture?.calls['call']?.isPartial).toBe(true);
    await server.ask({ do: 'run-step', runId, step: 'three' });
    await expect.poll(() => seen()?.at(-1), wait).toBe('three completed');
  },
  60_000,
);

const wait = { timeout: 20_000 };

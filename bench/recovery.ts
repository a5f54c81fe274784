import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { dataConverter } from './support/data-converter.ts';
import { findFreePort } from '../bin/start/ports.ts';
import { startTemporalServer } from '../bin/temporal/server.ts';
import { taskQueues } from '../contracts/temporal/task-queues.ts';
import type { StepBegun } from './recovery/worker.ts';
import type { Bench, Result } from './measurement.ts';
import { compileRun, sequence } from './support/pipelines.ts';
import { median } from './support/statistics.ts';

const repetitions = 3;
const steps = 20;
const killedAt = 'step_10';

/** The server and the worker are killed together in the middle of a step, and started again. */
export async function recovery(bench: Bench): Promise<Result[]> {
  const recoveries = [];
  for (let repetition = 1; repetition <= repetitions; repetition += 1) {
    recoveries.push(await recover(bench, join(bench.folder, `kill-${repetition}`)));
  }
  const seconds = recoveries.map(({ stepSeconds }) => stepSeconds);
  const servers = recoveries.map(({ serverSeconds }) => serverSeconds);
  return [
    {
      name: 'next step after SIGKILL',
      figure: median(seconds),
      unit: 's',
      target: 6,
      details: [
        'from the restart of server and worker until the step that was killed begins again',
        `the server answers after ${median(servers).toFixed(1)} s`,
      ],
      spread: seconds,
      samples: { stepSeconds: seconds, serverSeconds: servers },
    },
  ];
}

type Recovery = { serverSeconds: number; stepSeconds: number };

async function recover({ binary, cleanup }: Bench, folder: string): Promise<Recovery> {
  const options = { binary, folder, port: await findFreePort() };
  const server = await startTemporalServer(options);
  cleanup.add(server.stop);
  const worker = startWorker();
  worker.send(server.address);
  await startRun(server.address);
  await stepBegun(worker, ({ step }) => step === killedAt);
  await killServer(folder);
  worker.kill('SIGKILL');
  await Promise.all([server.ended, once(worker, 'exit')]);

  const restart = Date.now();
  const nextWorker = startWorker();
  const next = stepBegun(nextWorker, () => true);
  const nextServer = await startTemporalServer(options);
  cleanup.add(nextServer.stop);
  const serverSeconds = (Date.now() - restart) / 1000;
  nextWorker.send(nextServer.address);
  const { step, at } = await next;
  if (step !== killedAt) throw new Error(`The run went on with ${step}, not with ${killedAt}.`);
  await finishRun(nextServer.address);
  nextWorker.kill('SIGKILL');
  await nextServer.stop();
  return { serverSeconds, stepSeconds: (at - restart) / 1000 };

  function startWorker(): ChildProcess {
    const child = fork(fileURLToPath(new URL('recovery/worker.ts', import.meta.url)));
    cleanup.add(() => child.kill('SIGKILL'));
    return child;
  }
}

const runId = 'killed';

async function startRun(address: string): Promise<void> {
  const run = await compileRun(sequence(steps));
  await withClient(address, ({ workflow }) =>
    workflow.start('runPipeline', {
      workflowId: runId,
      taskQueue: taskQueues.workflows,
      workflowTaskTimeout: '5s',
      args: [{ ...run, runId }],
    }),
  );
}

async function finishRun(address: string): Promise<void> {
  await withClient(address, ({ workflow }) => workflow.getHandle(runId).result());
}

async function withClient(
  address: string,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const connection = await Connection.connect({ address });
  try {
    await work(new Client({ connection, dataConverter }));
  } finally {
    await connection.close();
  }
}

function stepBegun(
  worker: ChildProcess,
  isMeant: (step: StepBegun) => boolean,
): Promise<StepBegun> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message) => {
      const step = message as StepBegun;
      if (isMeant(step)) resolve(step);
    });
    worker.once('exit', () => reject(new Error('The worker ended.')));
  });
}

/** Kills the server with its guard, which would otherwise end it gently. */
async function killServer(folder: string): Promise<void> {
  const group = Number(await readFile(join(folder, 'temporal.pid'), 'utf8'));
  process.kill(-group, 'SIGKILL');
}

import { fileURLToPath } from 'node:url';
import { NativeConnection, Worker } from '@temporalio/worker';
import { BatonPlugin } from 'baton/plugin';

const { TEMPORAL_ADDRESS: address = '127.0.0.1:7233' } = process.env;
const connection = await NativeConnection.connect({ address });
const worker = await Worker.create({
  connection,
  taskQueue: 'evenings',
  workflowsPath: fileURLToPath(new URL('./evening.ts', import.meta.url)),
  plugins: [new BatonPlugin()],
});
await worker.run();
await connection.close();

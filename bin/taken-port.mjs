// As the launcher, it runs on any Node from 20 on, before anything is installed.
import { createServer } from 'node:net';

/** Where `baton start` listens unless its settings say otherwise, as in start/env.ts. */
export const defaultPorts = { PORT: 3000, BATON_TEMPORAL_PORT: 7233 };

/** Says which port of `baton start` another program listens on, and what to do; undefined when all are free. */
export async function takenPort(env) {
  for (const { port, use, variable } of wantedPorts(env)) {
    if (await isFree(port)) continue;
    return (
      `Port ${port}, needed for ${use}, is in use by another program. ` +
      `Stop that program, or set ${variable} to a free port.`
    );
  }
}

function wantedPorts(env) {
  const api = { port: Number(env.PORT || defaultPorts.PORT), use: 'the API', variable: 'PORT' };
  if (env.TEMPORAL_ADDRESS) return [api];
  const variable = 'BATON_TEMPORAL_PORT';
  const port = Number(env[variable] || defaultPorts[variable]);
  return [api, { port, use: 'the Temporal server', variable }];
}

/** What cannot be a port at all is told of with the other settings, once the packages are there. */
function isFree(port) {
  if (!(Number.isInteger(port) && port > 0 && port < 65_536)) return true;
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', ({ code }) => resolve(code !== 'EADDRINUSE' && code !== 'EACCES'));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });
}

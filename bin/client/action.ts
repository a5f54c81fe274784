import type { ApiClient } from './api-client.ts';
import type { Context } from './context.ts';
import { CommandError } from './errors.ts';
import { EnvironmentProblem } from '../../contracts/base/read-environment.ts';

/** Runs a command's work with a client of the server, and prints its errors. */
export async function withClient(
  context: Context,
  work: (client: ApiClient) => Promise<number | void>,
): Promise<void> {
  await reporting(context, async () => {
    // Help and mistakes in a command need neither.
    const { createApiClient } = await import('./api-client.ts');
    const { serverAddress, serverKey } = await import('./settings.ts');
    const address = serverAddress(context.env);
    return work(createApiClient({ address, key: await serverKey(context.env) }));
  });
}

/** Sets the exit code that the work gives, 0 when it gives none; errors meant for the user are printed. */
export async function reporting(
  context: Context,
  work: () => Promise<number | void>,
): Promise<void> {
  try {
    context.setExitCode((await work()) ?? 0);
  } catch (error) {
    if (error instanceof EnvironmentProblem) {
      context.warn(error.message);
      context.setExitCode(2);
      return;
    }
    if (!(error instanceof CommandError)) throw error;
    context.warn(error.message);
    context.setExitCode(error.exitCode);
  }
}

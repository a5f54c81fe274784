import {
  NoAnswerInTime,
  RequestRefused as Refused,
  ServerUnreachable,
  UnexpectedAnswer,
} from '../../code/client/errors.ts';
import { createRequests } from '../../code/client/requests.ts';
import type { Connection, Requests } from '../../code/client/requests.ts';
import { CommandError, RequestRefused, ServerNotRunning } from './errors.ts';

/**
 * The requests of programs, with errors that end a command: {@link ServerNotRunning} when nobody answers, and
 * {@link RequestRefused} with the server's own words when it refuses.
 */
export function createCommandRequests(connection: Connection): Requests {
  const { send, download, stream } = createRequests(connection);
  return {
    send: (...request) => send(...request).catch(endCommand),
    download: (...request) => download(...request).catch(endCommand),
    stream: (...request) => stream(...request).catch(endCommand),
  };
}

function endCommand(error: unknown): never {
  if (error instanceof Refused) throw new RequestRefused(error.problem);
  if (error instanceof ServerUnreachable) throw new ServerNotRunning(error.address);
  if (error instanceof NoAnswerInTime || error instanceof UnexpectedAnswer) {
    throw new CommandError(error.message);
  }
  throw error;
}

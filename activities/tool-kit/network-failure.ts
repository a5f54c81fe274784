import type { ToolAway, ToolFault } from '../../contracts/tools/tools.ts';
import { NetworkError } from '../network/network-error.ts';
import { ToolError } from './tool.ts';

/** Errors of a URL that whoever asks has written. */
const ofRequest = /^(URL_REFUSED|UND_ERR_INVALID_ARG|ERR_INVALID_\w+)$/;

function faultOf(code: string, isMistake: boolean): ToolFault {
  // Where it leads is known, and may not be gone to.
  if (code === 'ADDRESS_REFUSED') return 'denied';
  return isMistake || ofRequest.test(code) ? 'request' : 'upstream';
}

/**
 * What a tool says of a request that failed, for use in `catch`.
 * @param options.isEffect whether the request was to change something: where it may have arrived it is not sent again by
 * itself. @default false
 * @param options.isOwnSource whether the tool itself, or a setting, says where to ask, and not the request. @default false
 * @param options.reads what the tool reads, for those who are answered with something else.
 */
export function toToolError({ isEffect = false, isOwnSource = false, reads = '' } = {}): (
  error: unknown,
) => never {
  return (error) => {
    if (!(error instanceof NetworkError)) throw error;
    const { code, message, isTransient, mayHaveArrived, host } = error;
    const isDoubtful = isEffect && mayHaveArrived;
    // A name that does not exist is a mistake of who wrote it; where the name is known to be right it may pass.
    const isMistake = code === 'ENOTFOUND' && !isOwnSource;
    const retryable = isTransient && !isDoubtful && !isMistake;
    const fault = faultOf(code, isMistake);
    const doubt = isDoubtful
      ? ' The request may have been executed. Check before you send it again.'
      : '';
    // What cannot even be connected to is down, or the network is.
    const isAway = retryable && !mayHaveArrived;
    const server = isOwnSource ? 'a server that the tool needs' : 'the server of the request';
    const what = host ?? server;
    const away = isAway ? { what, byRequest: !isOwnSource } : undefined;
    const advice = code === 'WRONG_TYPE' && reads ? ` ${reads}` : '';
    throw new ToolError(`${message}${advice}${doubt}`, {
      retryable,
      fault,
      away,
      doubt: isDoubtful,
      cause: error,
    });
  };
}

/** Statuses of a server that is down or overloaded, or of a proxy before one that is. */
const ofOutages = [502, 503, 504];

/**
 * What is away where a server answers with this status; undefined where it is not, as with the 500 that a request can
 * cause itself. To be used only where the same request may be sent again.
 */
export function awayByStatus(status: number, away: ToolAway): ToolAway | undefined {
  return ofOutages.includes(status) ? away : undefined;
}

import { requestDoors, requestStatuses } from '../../../../contracts/models/model-request.ts';
import type { RequestDoor, RequestStatus } from '../../../../contracts/models/model-request.ts';

/** Which requests are shown. */
export type RequestsSearch = {
  text?: string;
  model?: string;
  user?: string;
  run?: string;
  call?: string;
  key?: string;
  status?: RequestStatus;
  door?: RequestDoor;
  retried?: 'true';
};

const names = ['text', 'model', 'user', 'run', 'call', 'key'] as const;

/** The filter in the address; what is not one is left out. */
export function requestsSearchOf(search: Record<string, unknown>): RequestsSearch {
  const given = names.flatMap((name): [string, string][] => {
    // An address may hold a number where a text is meant.
    const value = String(search[name] ?? '').trim();
    return value === '' ? [] : [[name, value]];
  });
  const status = requestStatuses.find((one) => one === search['status']);
  const door = requestDoors.find((one) => one === search['door']);
  return {
    ...Object.fromEntries(given),
    ...(status && { status }),
    ...(door && { door }),
    ...(String(search['retried']) === 'true' && { retried: 'true' }),
  };
}

/** How a request is shown, and what a playground begins with. */
export type RequestView = { view?: 'raw' };
export const requestViewOf = (search: Record<string, unknown>): RequestView =>
  search['view'] === 'raw' ? { view: 'raw' } : {};

export type PlaygroundSearch = { request?: string; example?: string };
export function playgroundSearchOf(search: Record<string, unknown>): PlaygroundSearch {
  const { request, example } = search;
  return {
    ...(typeof request === 'string' && { request }),
    ...(typeof example === 'string' && { example }),
  };
}

import type { ProblemDocument } from '../../../contracts/api/index.ts';

/** An answer of the API that is not what was asked for; its message says what to do. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly document: ProblemDocument | undefined;

  constructor(status: number, message: string, document?: ProblemDocument) {
    super(message);
    this.status = status;
    this.document = document;
  }
}

/**
 * Asks the API.
 * @throws {ApiProblem} with what the server says, or that it cannot be reached (status 0).
 */
export async function request<Answer>(
  path: string,
  options: {
    method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    body?: unknown;
    /** A body that is sent as it is, as YAML. */
    yaml?: string;
    headers?: Record<string, string>;
  } = {},
): Promise<Answer> {
  const { method = 'GET', body, yaml, headers } = options;
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(yaml !== undefined && { 'content-type': 'text/yaml' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(yaml !== undefined && { body: yaml }),
  }).catch(() => undefined);
  if (!response) throw unreachable(method);
  if (response.status === 401) signIn();
  if (response.status === 204) return undefined as Answer;
  if (response.ok) return await wholeBody<Answer>(response);
  const document = (await response.json().catch(() => undefined)) as ProblemDocument | undefined;
  // Without a word of Baton's own it is what stands before it that answers.
  if (!document && response.status >= 502) throw unreachable(method);
  throw new ApiProblem(response.status, document?.detail ?? response.statusText, document);
}

/** An answer that was cut on its way is none. */
async function wholeBody<Answer>(response: Response): Promise<Answer> {
  try {
    return (await response.json()) as Answer;
  } catch {
    throw unreachable('GET');
  }
}

/** What is read is read again by itself, what is sent is not sent twice. */
function unreachable(method: string): ApiProblem {
  return new ApiProblem(
    0,
    method === 'GET'
      ? 'Baton is not reachable. This loads again when Baton is back.'
      : 'Not sent: Baton is not reachable. Retry when it is back.',
  );
}

/** The session is over: the page that asks for the key leads back to where one is. */
function signIn(): void {
  const { pathname, search } = location;
  location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

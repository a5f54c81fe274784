import type { APIRequestContext } from 'playwright-core';
import type { ApprovalView, RunView } from '../../../contracts/api/index.ts';
import { until } from './until.ts';

export type Server = { url: string; key: string };

/** Opens a session with the key, as the form of the sign-in page does. */
export async function signIn(request: APIRequestContext, { url, key }: Server): Promise<void> {
  const headers = { origin: url };
  await request.post(`${url}/sign-in`, { form: { key, next: '/runs' }, headers });
}

/** Asks a server's API as a program does. */
export function createApi({ url, key }: Server) {
  /** @throws what it says where it refuses. */
  async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }

  return {
    ask,

    /** Stores a text as YAML at a path. @param revision of what it replaces, where there is something. */
    async put(path: string, yaml: string, revision?: string): Promise<void> {
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'text/yaml',
        ...(revision !== undefined && { 'if-match': `"${revision}"` }),
      };
      const response = await fetch(url + path, { method: 'PUT', headers, body: yaml });
      if (!response.ok) throw new Error(`PUT ${path}: ${response.status} ${await response.text()}`);
    },

    /** Starts a run of a stored pipeline. */
    startRun(pipeline: string, input: object): Promise<RunView> {
      return ask<RunView>('POST', '/api/v1/runs', { pipeline, input });
    },

    /** Waits until a run has a status, and gives it. */
    untilStatus(id: string, status: RunView['status']): Promise<RunView> {
      return until(
        () => ask<RunView>('GET', `/api/v1/runs/${id}`),
        (run) => run.status === status,
        (run) => `${id} is ${run.status}, not ${status}`,
      );
    },

    approve(runId: string, node: string): Promise<ApprovalView> {
      return ask('POST', `/api/v1/approvals/${runId}.${node}`, { decision: 'approve' });
    },
  };
}

export type Api = ReturnType<typeof createApi>;

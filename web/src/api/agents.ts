import type { AgentView } from '../../../contracts/api/index.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { queryClient } from './query-client.ts';
import { ApiProblem, request } from './request.ts';

async function refreshed<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer;
  void queryClient.invalidateQueries({ queryKey: ['agents'] });
  return given;
}

/** Makes an agent. @throws {ApiProblem} 409 where the name is taken, 422 with every mistake. */
export function makeAgent(definition: JsonObject): Promise<AgentView> {
  return refreshed(request<AgentView>('/api/v1/agents', { method: 'POST', body: definition }));
}

/**
 * Changes an agent that was read with a hash.
 * @throws {ApiProblem} 412 where it has changed since, 422 with every mistake.
 */
export function changeAgent(
  { name, hash }: Pick<AgentView, 'name' | 'hash'>,
  definition: JsonObject,
): Promise<AgentView> {
  return refreshed(
    request<AgentView>(`/api/v1/agents/${name}`, {
      method: 'PUT',
      body: definition,
      headers: { 'if-match': `"${hash}"` },
    }),
  );
}

/**
 * Deletes an agent that was read with a hash.
 * @throws {ApiProblem} 409 where a pipeline or another agent names it, 412 where it has changed since.
 */
export async function deleteAgent({ name, hash }: Pick<AgentView, 'name' | 'hash'>): Promise<void> {
  try {
    const headers = { 'if-match': `"${hash}"` };
    await refreshed(request<void>(`/api/v1/agents/${name}`, { method: 'DELETE', headers }));
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 412) throw error;
    void queryClient.invalidateQueries({ queryKey: ['agents'] });
    const what = 'Not deleted: someone else changed this agent. Review the new version first.';
    throw new ApiProblem(412, what, error.document);
  }
}

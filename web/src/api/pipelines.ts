import type { RunView, StartedRunView, StoredPipeline } from '../../../contracts/api/index.ts';
import type { BudgetSettings } from '../../../contracts/models/budget.ts';
import type { Publishing } from '../../../contracts/pipelines/publishing.ts';
import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import { queryClient } from './query-client.ts';
import { search } from './queries/list.ts';
import { request } from './request.ts';

const pathOf = (name: string) => `/api/v1/pipelines/${encodeURIComponent(name)}`;

/** Tells the other tabs of this browser which pipeline was changed. */
const otherTabs = new BroadcastChannel('baton:pipelines');
otherTabs.addEventListener('message', ({ data }: MessageEvent<string>) => readAgain(data));

function readAgain(name: string): void {
  void queryClient.invalidateQueries({ queryKey: ['pipelines'] });
  void queryClient.invalidateQueries({ queryKey: ['pipeline', name] });
}

function tellOfChange(name: string): void {
  readAgain(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  otherTabs.postMessage(name);
}

/** After a change, whatever shows pipelines asks again; who made it takes note of the answer first. */
async function refreshed<Answer>(name: string, answer: Promise<Answer>): Promise<Answer> {
  const given = await answer;
  tellOfChange(name);
  return given;
}

/** What a save asks to find: nothing under the name, or a revision. */
export type Expected = 'nothing' | { revision: string };

/**
 * Stores a pipeline under a name.
 * @param note what changed.
 * @throws {ApiProblem} 412 where something else is there than what is expected, 422 with every mistake.
 */
export function savePipeline(
  name: string,
  yaml: string,
  expected: Expected,
  note = '',
): Promise<StoredPipeline> {
  const condition: Record<string, string> =
    expected === 'nothing' ? { 'if-none-match': '*' } : { 'if-match': `"${expected.revision}"` };
  const options = { method: 'PUT', yaml, headers: condition } as const;
  const path = `${pathOf(name)}${search({ note: note.trim() || undefined })}`;
  return refreshed(name, request<StoredPipeline>(path, options));
}

/** Makes a version live. @throws {ApiProblem} 422 where what it names is gone. */
export function promote(name: string, version: string): Promise<StoredPipeline> {
  const path = `${pathOf(name)}/promotions`;
  return refreshed(name, request<StoredPipeline>(path, { method: 'POST', body: { version } }));
}

/** @throws {ApiProblem} 409 where a version that was saved is not live. */
export function setPublishing(name: string, publishing: Publishing): Promise<StoredPipeline> {
  const path = `${pathOf(name)}/publishing`;
  return refreshed(name, request<StoredPipeline>(path, { method: 'PUT', body: { publishing } }));
}

/** @throws {ApiProblem} 409 where it comes with Baton or another pipeline runs it. */
export async function deletePipeline(name: string): Promise<void> {
  await request<void>(pathOf(name), { method: 'DELETE' });
  queryClient.removeQueries({ queryKey: ['pipeline', name] });
  tellOfChange(name);
}

/** Asks a run to stop: it is stopping until it has. */
export function cancelRun(id: string, reason: string): Promise<RunView> {
  const body = reason === '' ? {} : { reason };
  return request<RunView>(`/api/v1/runs/${id}/cancel`, { method: 'POST', body });
}

/** What a run is started with: a stored pipeline, or a document as it is. */
export type StartRequest = Partial<Pick<RunView, 'user' | 'priority'>> &
  ({ pipeline: string } | Pick<RunView, 'document'>) & {
    input: JsonObject;
    budget?: BudgetSettings;
    budgetUsd?: Json;
  };

/** Starts a run. @throws {ApiProblem} 422 with every field that does not fit, 403 with every tool that it needs and may not call. */
export function startRun(body: StartRequest): Promise<StartedRunView> {
  return request<StartedRunView>('/api/v1/runs', { method: 'POST', body });
}

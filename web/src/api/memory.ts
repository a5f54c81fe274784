import { queryClient } from './query-client.ts';
import { request } from './request.ts';

/** Which memories of an agent are forgotten: one, those of a run, or of a user; without any of these all. */
export type Forget = { id?: string; run?: string; user?: string };

/** Has an agent forget; gives how many memories there were. */
export async function forgetMemories(agent: string, { id, ...scope }: Forget): Promise<number> {
  const path = `/api/v1/agents/${encodeURIComponent(agent)}/memory`;
  const filter = new URLSearchParams(scope);
  const { forgotten } = await request<{ forgotten: number }>(
    id === undefined ? `${path}?${filter}` : `${path}/${id}`,
    { method: 'DELETE' },
  );
  await queryClient.invalidateQueries({ queryKey: ['memory', agent] });
  return forgotten;
}

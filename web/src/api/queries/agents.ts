import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  AgentCheck,
  AgentMemoryView,
  agentListSchema,
} from '../../../../contracts/api/index.ts';
import { request } from '../request.ts';
import { pages, search } from './list.ts';

/** Who can be given work, and what they remember. */
export const agentQueries = {
  agents: () =>
    queryOptions({
      queryKey: ['agents'],
      queryFn: () => request<z.infer<typeof agentListSchema>>('/api/v1/agents'),
    }),
  /** What is wrong with the definition of an agent, and what it would lack. @param definition as JSON text. */
  agentCheck: (definition: string) =>
    queryOptions({
      queryKey: ['agent-check', definition],
      queryFn: () =>
        request<AgentCheck>('/api/v1/agents/check', {
          method: 'POST',
          body: JSON.parse(definition),
        }),
      gcTime: 0,
    }),
  /** The memories of an agent most like a text, or the newest: the pages that were asked for so far. */
  memory: (agent: string, filter: { query?: string; user?: string } = {}) =>
    pages<AgentMemoryView>(
      ['memory', agent, filter],
      `/api/v1/agents/${encodeURIComponent(agent)}/memory${search(filter)}`,
    ),
};

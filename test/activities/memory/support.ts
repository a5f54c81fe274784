import { randomUUID } from 'node:crypto';
import { embedLexically } from '../../../activities/memory/embeddings/lexical.ts';
import type { NewMemory } from '../../../contracts/agents/memory.ts';

export const embedding = 'lexical/384';

/** A memory of the agent research, of a run of user local, unless said otherwise; its vector is that of its text. */
export function memoryOf(
  text: string,
  rest: Partial<NewMemory & { vector: number[] }> = {},
): NewMemory & { vector: number[] } {
  return {
    id: randomUUID(),
    agent: 'research',
    runId: 'run_1',
    nodePath: 'look',
    step: 'turn-1.memory',
    user: 'local',
    task: 'Look',
    text,
    at: new Date('2026-11-01T12:00:00Z'),
    embedding,
    vector: embedLexically(text),
    ...rest,
  };
}

/** What the most similar memories are looked for by. */
export function queryOf(
  text: string,
  rest: { limit?: number; floor?: number; user?: string; asOf?: Date } = {},
) {
  return { vector: embedLexically(text), embedding, limit: 5, floor: 0.1, ...rest };
}

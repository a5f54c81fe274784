import type { ToolCallRow } from '../../db/repositories/catalog/tool-calls.ts';

/** An attempt at a tool call as the audit log has it. */
export function someToolCall(id: string, change: Partial<ToolCallRow> = {}): ToolCallRow {
  return {
    id,
    at: new Date(0),
    tool: 'get_price',
    version: 1,
    sideEffect: false,
    user: 'local',
    runId: 'run',
    key: id,
    agent: null,
    args: {},
    outcome: 'completed',
    code: null,
    message: null,
    executionMs: 1,
    cached: false,
    ...change,
  };
}

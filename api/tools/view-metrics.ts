import type { ToolMetricsView } from '../../contracts/api/index.ts';
import type { ToolVersionMetrics } from '../../db/repositories/catalog/tool-calls.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The figures of a tool, of all versions together and of each. */
export function viewMetrics(
  tool: string,
  since: Date,
  versions: ToolVersionMetrics[],
): ToolMetricsView {
  const total = (name: 'calls' | 'completed' | 'waiting' | 'refused' | 'failed' | 'cacheHits') =>
    sum(versions.map((version) => version[name]));
  const codes = [...new Set(versions.flatMap(({ errors }) => Object.keys(errors)))];
  return {
    tool,
    since: since.toISOString(),
    calls: total('calls'),
    completed: total('completed'),
    waiting: total('waiting'),
    refused: total('refused'),
    failed: total('failed'),
    cacheHits: total('cacheHits'),
    errors: Object.fromEntries(
      codes.map((code) => [code, sum(versions.map(({ errors }) => errors[code] ?? 0))]),
    ),
    versions,
  };
}

import { durationMs } from '../../contracts/duration.ts';
import { runToolUntilAnswered } from '../run-tool.ts';
import type { NodeRunner } from './runner.ts';
import { render } from '../payload.ts';

export const tool: NodeRunner<'tool'> = (node, { run, nodePath, scope }) =>
  runToolUntilAnswered(
    {
      runId: run.runId,
      nodePath,
      step: 'tool',
      tool: node.tool,
      args: { value: render(node.args, scope) },
    },
    {
      summary: `${node.id} · ${node.tool}`,
      timeout: node.timeout ? durationMs(node.timeout) : undefined,
      maximumAttempts: node.retry?.maximumAttempts,
    },
  );

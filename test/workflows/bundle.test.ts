import { describe, expect, it } from 'vitest';
import { workflowBundle } from '../support/temporal.ts';

describe('the workflow bundle', () => {
  it('holds the interpreter and the agent loop, and neither zod nor any activity', async () => {
    const { code } = await workflowBundle();
    expect(code).toContain('./workflows/graph/run-pipeline.ts');
    expect(code).toContain('./workflows/agent/run-agent.ts');
    expect(code).not.toMatch(/node_modules\/zod\//);
    expect(code).not.toMatch(/"\.\/(activities|api|db|workers)\//);
  });
});

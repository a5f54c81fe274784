import type { Activities, RunToolInput, RunToolResult } from '../../contracts/activities/index.ts';

/** The activities that a run of tools asks for: they do nothing, and a tool gives back its arguments. */
export function noOpActivities(
  runTool: (input: RunToolInput) => Promise<RunToolResult> = echo,
): Activities {
  const activities: Partial<Activities> = {
    checkStart: async () => undefined,
    startRun: async () => undefined,
    finishRun: async () => undefined,
    runTool,
  };
  return activities as Activities;
}

async function echo({ args }: RunToolInput): Promise<RunToolResult> {
  return { status: 'completed', output: 'value' in args ? args.value : null, preview: '' };
}

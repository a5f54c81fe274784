import { includesPlan } from '../../../contracts/tools.ts';
import type { Plan, ToolTerms } from '../../../contracts/tools.ts';
import { ToolRefused } from '../executor.ts';
import type { ToolRequest } from '../executor.ts';
import type { DescribedTool, Tool, ToolSettings } from '../tool.ts';

/** An agent uses only the tools that it declares, and of those only what is allowed here at all. */
export function checkAllowedTools(
  tool: DescribedTool,
  { allowedTools }: ToolRequest,
  terms: ToolTerms,
): void {
  if (!allowedTools) return;
  if (terms.allowedTools && !terms.allowedTools.includes(tool.name)) {
    throw new ToolRefused(
      'PERMISSION_DENIED',
      `Agents may not use ${tool.name} here; add it to BATON_ALLOWED_TOOLS to allow it.`,
    );
  }
  if (allowedTools.includes(tool.name)) return;
  const list = allowedTools.length > 0 ? allowedTools.join(', ') : 'no tools';
  throw new ToolRefused(
    'PERMISSION_DENIED',
    `This agent may not use ${tool.name}; it may use ${list}.`,
  );
}

export function checkPlan(tool: DescribedTool, plan: Plan): void {
  if (includesPlan(plan, tool.plan)) return;
  throw new ToolRefused(
    'PLAN_REQUIRED',
    `${tool.name} needs the plan "${tool.plan}"; this is "${plan}". Set BATON_PLAN=${tool.plan} to use it.`,
  );
}

/** Orders need the user's switch, and nothing that an agent has read may cause a side effect. */
export function checkSideEffect(
  tool: DescribedTool,
  { allowedTools }: ToolRequest,
  aiTrading: boolean,
): void {
  if (!tool.sideEffect) return;
  if (tool.category === 'trading' && !aiTrading) {
    throw new ToolRefused(
      'PERMISSION_DENIED',
      `${tool.name} is off, since trading by Baton is; set BATON_AI_TRADING=true to allow it.`,
    );
  }
  if (allowedTools) {
    throw new ToolRefused(
      'PERMISSION_DENIED',
      `An agent may not call ${tool.name} itself, since it reads content that nobody has checked: ` +
        'put a tool node behind an approval in the pipeline.',
    );
  }
}

/** A tool that lacks something, such as a key, is not called. */
export function checkSetUp<Services>(
  { name, missing }: Pick<Tool<Services>, 'name' | 'missing'>,
  settings: ToolSettings,
): void {
  const fix = missing?.(settings);
  if (fix === undefined) return;
  throw new ToolRefused('PERMISSION_DENIED', `${name} is not set up: ${fix}.`);
}

import { isAllowedHere, planFix, userGap } from '../../../contracts/tools/tool-gaps.ts';
import { includesPlan } from '../../../contracts/tools/tools.ts';
import type { ToolTerms } from '../../../contracts/tools/tools.ts';
import { ToolRefused } from '../../tool-kit/executor.ts';
import type { ToolRequest } from '../../tool-kit/executor.ts';
import type { DescribedTool, Tool, ToolSettings } from '../../tool-kit/tool.ts';

const withCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** @throws {ToolRefused} `PLAN_REQUIRED` that names the plan and how to get it. */
export function checkPlan(
  tool: DescribedTool,
  { plan }: ToolTerms,
  { user }: Pick<ToolRequest, 'user'>,
): void {
  if (includesPlan(plan, tool.plan)) return;
  throw new ToolRefused(
    'PLAN_REQUIRED',
    `${tool.name} needs the plan "${tool.plan}"; user ${user} has "${plan}". ` +
      `${withCapital(planFix(tool.plan, user))}.`,
  );
}

/** An agent uses only the tools that it declares, and of those only what is allowed here at all. */
export function checkAllowedTools(
  tool: DescribedTool,
  { allowedTools }: ToolRequest,
  terms: ToolTerms,
): void {
  if (!allowedTools) return;
  if (!isAllowedHere(tool, terms)) {
    throw new ToolRefused(
      'PERMISSION_DENIED',
      `Agents cannot use ${asAllowed(tool, terms)} here. Add it to BATON_ALLOWED_TOOLS to allow it.`,
    );
  }
  if (allowedTools.includes(tool.name) || allowedTools.includes(tool.id)) return;
  const list = allowedTools.length > 0 ? allowedTools.join(', ') : 'no tools';
  throw new ToolRefused(
    'PERMISSION_DENIED',
    `This agent cannot use ${tool.name}; it can use ${list}.`,
  );
}

/** What to name of a tool that is not allowed: the version, where another one is. */
function asAllowed({ name, id }: DescribedTool, { allowedTools = [] }: ToolTerms): string {
  return allowedTools.some((allowed) => allowed.startsWith(`${name}@`)) ? id : name;
}

/** What an admin denies a user by its name is denied, whatever the call is for. */
export function checkDenied(tool: DescribedTool, terms: ToolTerms): void {
  if (terms.user?.deniedTools.includes(tool.name)) checkUser(tool, terms);
}

/** What the user is denied, or not given, and what needs a switch that is off. */
export function checkUser(tool: DescribedTool, { user }: ToolTerms): void {
  const gap = user && userGap(tool, user);
  if (!gap) return;
  throw new ToolRefused('PERMISSION_DENIED', `${tool.name} ${gap.message}; ${gap.fix}.`);
}

/**
 * A tool that lacks something is not called.
 * @throws {ToolRefused} `EXECUTION_ERROR` that says what to set, or `PERMISSION_DENIED` where it lacks somebody's consent.
 */
export function checkSetUp<Services>(
  { name, missing, lacks = 'setup' }: Pick<Tool<Services>, 'name' | 'missing' | 'lacks'>,
  settings: ToolSettings,
): void {
  const fix = missing?.(settings);
  if (fix === undefined) return;
  if (lacks === 'consent') {
    throw new ToolRefused('PERMISSION_DENIED', `${name} cannot be called yet: ${fix}.`);
  }
  throw new ToolRefused('EXECUTION_ERROR', `${name} is not set up: ${fix}.`, {
    fault: 'setup',
  });
}

import { switchNamed, switchOption } from './switches.ts';
import { includesPlan } from './tools.ts';
import type { Plan, ToolRefusalCode, ToolSpec, ToolTerms } from './tools.ts';

type Gap = { message: string; fix: string };
/** A gap that every call is refused for, with the code of the refusal. */
type CallGap = Gap & { code: ToolRefusalCode };
type Callable = Pick<ToolSpec, 'name' | 'plan'> & {
  missing?: string | undefined;
  lacks?: ToolSpec['lacks'] | undefined;
  switch?: string | undefined;
};

/** What to do so that a user has a plan. */
export function planFix(plan: Plan, user = '<user>'): string {
  return (
    `an admin can change the plan on the Users page, with \`baton user ${user} --plan ${plan}\` or PATCH /api/v1/users/${encodeURIComponent(user)}; ` +
    `BATON_PLAN=${plan} sets it for all users without a plan of their own`
  );
}

/** Why a user may not use a tool that the plan includes, and what to do; undefined where it may. */
export function userGap(
  { name, switch: needed }: Pick<Callable, 'name' | 'switch'>,
  user: NonNullable<ToolTerms['user']>,
): Gap | undefined {
  const path = `PATCH /api/v1/users/${encodeURIComponent(user.name)}`;
  if (user.deniedTools.includes(name)) {
    return {
      message: `is denied for user ${user.name}`,
      fix: `an admin can remove it from deniedTools on the Users page, or with ${path}`,
    };
  }
  if (user.allowedTools && !user.allowedTools.includes(name)) {
    return {
      message: `is not in the allowed tools of user ${user.name}`,
      fix: `an admin can add it to allowedTools on the Users page, or with ${path}`,
    };
  }
  if (needed !== undefined && !user.switches[needed]) {
    const declared = switchNamed(needed);
    return {
      message: `is off, because ${declared.subject} is off for user ${user.name}`,
      fix:
        `an admin can allow it on the Users page, with \`baton user ${user.name} ${switchOption(declared)} on\` or ${path}; ` +
        `${declared.setting}=true allows it for all users without a setting of their own`,
    };
  }
  return undefined;
}

/** Whether agents may use a tool at all: one is allowed with all of its versions, or as `<name>@<version>`. */
export function isAllowedHere(
  { id, name }: Pick<ToolSpec, 'id' | 'name'>,
  { allowedTools }: Pick<ToolTerms, 'allowedTools'>,
): boolean {
  return !allowedTools || allowedTools.includes(name) || allowedTools.includes(id);
}

/** What a tool lacks, whoever calls it, and what to do; undefined where it lacks nothing. */
export function setUpGap({
  missing,
  lacks,
}: Pick<Callable, 'missing' | 'lacks'>): CallGap | undefined {
  if (missing === undefined) return undefined;
  return lacks === 'consent'
    ? { code: 'PERMISSION_DENIED', message: 'cannot be called yet', fix: missing }
    : { code: 'EXECUTION_ERROR', message: 'is not set up', fix: missing };
}

/** Why the plan, or what is set for the user, keeps a tool out, and what to do; undefined where neither does. */
export function rightsGap(
  { name, plan, switch: needed }: Callable,
  terms: Pick<ToolTerms, 'plan' | 'user'>,
): CallGap | undefined {
  if (!includesPlan(terms.plan, plan)) {
    return {
      code: 'PLAN_REQUIRED',
      message: `needs the plan "${plan}"; the current plan is "${terms.plan}"`,
      fix: terms.user ? planFix(plan, terms.user.name) : `set BATON_PLAN=${plan}`,
    };
  }
  const ofUser = terms.user && userGap({ name, switch: needed }, terms.user);
  return ofUser && { code: 'PERMISSION_DENIED', ...ofUser };
}

/** Why a call of a tool is refused, whatever its arguments are, and what to do; undefined where it is not. */
export function callGap(
  tool: Callable,
  terms: Pick<ToolTerms, 'plan' | 'user'>,
): CallGap | undefined {
  return rightsGap(tool, terms) ?? setUpGap(tool);
}

/** Why an agent cannot use a tool, and what to do; undefined where it can. */
export function toolGap(tool: ToolSpec, terms: ToolTerms): Gap | undefined {
  const { name, sideEffect } = tool;
  if (!isAllowedHere(tool, terms)) {
    return { message: 'is not allowed for agents', fix: `add ${name} to BATON_ALLOWED_TOOLS` };
  }
  if (sideEffect && terms.sideEffects === 'refuse') {
    return {
      message: 'has side effects, which are not allowed for agents',
      fix:
        'set BATON_AGENT_SIDE_EFFECTS=ask, or remove it and put a tool node behind an approval in ' +
        'the pipeline',
    };
  }
  // Whether it may be called is told when it is called: an agent can decide on what it may not do.
  return sideEffect ? setUpGap(tool) : callGap(tool, terms);
}

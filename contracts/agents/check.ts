import { isJsonObject } from '../base/json.ts';
import type { JsonObject } from '../base/json.ts';
import { suggestFirst } from '../base/nearest.ts';
import type { Suggest } from '../base/nearest.ts';
import { markingDefaults } from '../base/own-words.ts';
import { firstProblems } from '../documents/document-limits.ts';
import { unfitDocument } from '../documents/unfit-document.ts';
import { outputForms } from './outputs.ts';
import { schemaProblems } from '../values/json-schema.ts';
import { problem } from '../values/problem.ts';
import type { Path, Problem } from '../values/problem.ts';
import { zodProblems } from '../values/zod-problems.ts';
import { agentSchema } from './profile.ts';
import type { AgentDefinition } from './profile.ts';

/** What an agent may name. Providers and planners are left out where they are not known. */
export type KnownNames = {
  tools: readonly string[];
  agents: readonly string[];
  providers?: readonly string[] | undefined;
  planners?: readonly string[] | undefined;
};

const ways = ['none', 'model'];

/**
 * Finds every mistake of an agent's definition: of its form, and names of nothing. Without a mistake, gives the
 * definition with its defaults filled in. Pure; never throws.
 */
export function checkAgent(
  value: unknown,
  known: KnownNames,
): { problems: Problem[]; agent?: AgentDefinition } {
  if (!isJsonObject(value)) {
    const fix = 'write an object with name, role and instructions';
    return { problems: [problem([], 'an agent must be an object', fix)] };
  }
  const unfit = unfitDocument(value);
  if (unfit) return { problems: [unfit] };
  const parsed = agentSchema.safeParse(value, markingDefaults);
  const issues = (parsed.error?.issues ?? []).filter(({ path }) => path[0] !== 'output');
  const suggest = suggestFirst();
  const problems = [
    ...zodProblems(issues, { value, schema: agentSchema, path: [] }),
    ...outputProblems(value['output']),
    ...texts(value['tools']).flatMap(([name, at]) =>
      unknownName(['tools', at], 'tool', name, known.tools, suggest),
    ),
    ...texts(value['delegates']).flatMap(([name, at]) =>
      name === value['name']
        ? [problem(['delegates', at], 'an agent cannot delegate to itself', 'remove it')]
        : unknownName(['delegates', at], 'agent', name, known.agents, suggest),
    ),
    ...texts(value['models']).flatMap(([name, at]) =>
      modelProblems(['models', at], name, known.providers, suggest),
    ),
    ...plannerProblems(value['planning'], known.planners),
    ...planApprovalProblems(value),
    ...alwaysAsked(value['sideEffects']).flatMap(([name, at]) =>
      unknownName(['sideEffects', 'alwaysAsk', at], 'tool', name, known.tools, suggest),
    ),
  ];
  return parsed.data && problems.length === 0
    ? { problems, agent: parsed.data }
    : { problems: firstProblems(problems) };
}

/** The texts of a list, each with its place; of anything else none. */
function texts(value: unknown): [string, number][] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry, at) => (typeof entry === 'string' ? [[entry, at]] : []));
}

function unknownName(
  path: Path,
  kind: string,
  name: string,
  known: readonly string[],
  suggest = suggestFirst(),
): Problem[] {
  if (known.includes(name)) return [];
  return [problem(path, `${kind} ${name} not found`, suggest(name, known))];
}

function modelProblems(
  path: Path,
  name: string,
  providers: readonly string[] | undefined,
  suggest: Suggest,
): Problem[] {
  const [, provider] = /^([^:\s]+):\S+$/.exec(name) ?? [];
  if (provider === undefined) {
    const fix = 'write provider:model, such as openai:gpt-5.2 or ollama:qwen3:8b';
    return [problem(path, `"${name}" does not name a provider and a model`, fix)];
  }
  return providers ? unknownName(path, 'model provider', provider, providers, suggest) : [];
}

function plannerProblems(name: unknown, planners: readonly string[] | undefined): Problem[] {
  if (typeof name !== 'string' || !planners) return [];
  return unknownName(['planning'], 'planner', name, [...ways, ...planners]);
}

function planApprovalProblems({ planning, planApproval }: JsonObject): Problem[] {
  const isPlanned = planning !== undefined && planning !== 'none';
  if (planApproval === undefined || isPlanned) return [];
  const fix = 'write planning: model, or remove planApproval';
  return [problem(['planApproval'], 'there is no plan to approve', fix)];
}

/** The tools that are always asked about, each with its place. */
function alwaysAsked(sideEffects: unknown): [string, number][] {
  return isJsonObject(sideEffects) ? texts(sideEffects['alwaysAsk']) : [];
}

function outputProblems(output: unknown): Problem[] {
  if (output === undefined) return [];
  const names = Object.keys(outputForms);
  if (typeof output === 'string') return unknownName(['output'], 'form', output, names);
  const fix = `write ${names.join(', ')}, or a JSON Schema of type object`;
  if (!isJsonObject(output)) {
    return [problem(['output'], 'must be the name of an output format or a JSON Schema', fix)];
  }
  const problems = schemaProblems(output, ['output']);
  if (problems.length > 0 || output['type'] === 'object') return problems;
  return [problem(['output', 'type'], 'a result must be an object', 'write type: object')];
}

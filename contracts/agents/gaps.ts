import { entryOf } from '../pipelines/catalog.ts';
import { suggest } from '../base/nearest.ts';
import { brokenTool } from '../tools/no-such-tool.ts';
import type { ToolSpec, ToolTerms } from '../tools/tools.ts';
import { toolGap } from '../tools/tool-gaps.ts';
import { withoutVersions } from '../tools/tools.ts';
import type { FileProblem } from './file-problem.ts';
import type { AgentGap } from './gap.ts';
import type { AgentDefinition } from './profile.ts';

/** What agents find around them, where they are to run. */
export type AgentSurroundings = {
  /** The models of agents that name none. */
  defaultChain: readonly string[];
  /** What to do before a model can be asked; undefined where it can be. */
  modelGap(name: string): string | undefined;
  /** What to do before its provider keeps conversations; undefined where it does. */
  nativeGap?(name: string): string | undefined;
  tools: Record<string, ToolSpec>;
  /** What is wrong with files of tools that are therefore not there. */
  toolProblems?: readonly FileProblem[] | undefined;
  /** The plan that tools run under, and the tools that agents may use at all. */
  terms: ToolTerms;
  /** What to do before memories can be kept; undefined where they can be. */
  memoryGap?: string | undefined;
  /** Those that can be delegated to; left out where delegates have been looked at before. */
  agents?: Record<string, AgentDefinition>;
  /** The custom planners; left out where they are not known. */
  planners?: readonly string[] | undefined;
};

/**
 * Everything that an agent needs and that is not there: its models, tools, planner and memory, and whatever those
 * lack that it may delegate to, directly or through others. Empty for an agent that can run. Pure.
 */
export function agentGaps(agent: AgentDefinition, around: AgentSurroundings): AgentGap[] {
  const delegates = delegatesBelow(agent, around.agents ?? {});
  return [
    ...ownGaps(agent, around),
    ...delegates.flatMap((delegate) =>
      ownGaps(delegate, around).map((gap) => ({
        ...gap,
        message: `${gap.message} (needed by ${delegate.name}, which ${agent.name} may delegate to)`,
      })),
    ),
  ];
}

/** Each agent that a task can be handed on to, once, however they delegate to each other. */
function delegatesBelow(
  agent: AgentDefinition,
  agents: Record<string, AgentDefinition>,
): AgentDefinition[] {
  const found = new Map([[agent.name, agent]]);
  for (const { delegates } of found.values()) {
    for (const name of delegates) {
      const delegate = entryOf(agents, name);
      if (delegate && !found.has(name)) found.set(name, delegate);
    }
  }
  return [...found.values()].slice(1);
}

function ownGaps(agent: AgentDefinition, around: AgentSurroundings): AgentGap[] {
  return [
    ...modelGaps(agent, around),
    ...agent.tools.flatMap((name) => toolGaps(name, around)),
    ...plannerGaps(agent, around),
    ...memoryGaps(agent, around),
    ...delegateGaps(agent, around),
  ];
}

/** OpenAI alone keeps conversations. */
const isNative = (model: string) => model.startsWith('openai:');

/**
 * The models of an agent's chain that cannot be asked while another can: it runs without them, with fewer to fall back
 * on. Pure.
 */
export function agentWarnings(agent: AgentDefinition, around: AgentSurroundings): AgentGap[] {
  const { chain, gaps } = modelsOf(agent, around);
  return gaps.length < chain.length ? gaps : [];
}

/** The chain of an agent, and those of it that cannot be asked. */
function modelsOf(
  { models }: Pick<AgentDefinition, 'models'>,
  { defaultChain, modelGap }: AgentSurroundings,
): { chain: readonly string[]; gaps: AgentGap[] } {
  const chain = models.length > 0 ? models : defaultChain;
  const gaps = chain.flatMap((name): AgentGap[] => {
    const fix = modelGap(name);
    return fix === undefined ? [] : [{ kind: 'model', name, message: 'cannot be called', fix }];
  });
  return { chain, gaps };
}

/** One model of the chain is enough; an engine that needs a certain one needs that to be there. */
function modelGaps(agent: AgentDefinition, around: AgentSurroundings): AgentGap[] {
  const { engine } = agent;
  const { chain, gaps } = modelsOf(agent, around);
  const missing = gaps.length < chain.length ? [] : gaps;
  if (engine === 'react') return missing;
  const native = chain.filter(isNative);
  const nativeGaps = gaps.filter(({ name }) => isNative(name));
  if (native.length > 0 && nativeGaps.length === native.length) return nativeGaps;
  if (native.length > 0) return untoldGaps(engine, native, around);
  return [
    ...missing,
    {
      kind: 'engine',
      name: engine,
      message: `needs an OpenAI model, but the chain is ${chain.join(', ')}`,
      fix:
        'set OPENAI_API_KEY and name a model such as openai:gpt-5.2 in models or in BATON_MODELS, ' +
        'or choose the engine react',
    },
  ];
}

/** An engine whose server has not said that it has the engine's API. */
function untoldGaps(
  engine: AgentDefinition['engine'],
  models: readonly string[],
  { nativeGap }: AgentSurroundings,
): AgentGap[] {
  const [fix] = models.map((name) => nativeGap?.(name));
  if (fix === undefined) return [];
  return [{ kind: 'engine', name: engine, message: 'needs the Responses API of OpenAI', fix }];
}

function toolGaps(name: string, around: AgentSurroundings): AgentGap[] {
  const { tools, toolProblems = [], terms } = around;
  const tool = entryOf(tools, name);
  if (!tool) {
    const broken = brokenTool(name, toolProblems);
    if (broken) return [{ kind: 'tool', name, ...broken }];
    const fix = suggest(name, withoutVersions(Object.keys(tools)));
    return [{ kind: 'tool', name, message: 'was not found', fix }];
  }
  const gap = toolGap(tool, terms);
  return gap ? [{ kind: 'tool', name, message: gap.message, fix: gap.fix }] : [];
}

function plannerGaps({ planning }: AgentDefinition, { planners }: AgentSurroundings): AgentGap[] {
  if (planning === 'none' || planning === 'model') return [];
  if (!planners || planners.includes(planning)) return [];
  const fix = suggest(planning, ['none', 'model', ...planners]);
  return [{ kind: 'planner', name: planning, message: 'was not found', fix }];
}

/** Memory that is not required is gone without. */
function memoryGaps({ memory }: AgentDefinition, { memoryGap }: AgentSurroundings): AgentGap[] {
  if (!memory.enabled || !memory.required || memoryGap === undefined) return [];
  return [
    { kind: 'memory', name: 'store', message: 'is required but not available', fix: memoryGap },
  ];
}

function delegateGaps({ delegates }: AgentDefinition, { agents }: AgentSurroundings): AgentGap[] {
  if (!agents) return [];
  return delegates
    .filter((name) => !Object.hasOwn(agents, name))
    .map((name) => {
      const fix = suggest(name, Object.keys(agents));
      return { kind: 'agent', name, message: 'was not found', fix };
    });
}

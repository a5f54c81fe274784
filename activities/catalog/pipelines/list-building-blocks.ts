import { z } from 'zod';
import type { Json } from '../../../contracts/base/json.ts';
import { cutText } from '../../../contracts/base/text.ts';
import { nodeKinds } from '../../../contracts/pipelines/nodes/index.ts';
import { triggerKinds } from '../../../contracts/pipelines/triggers/index.ts';
import type { Parts } from '../../services/authoring/authoring.ts';
import type { Services } from '../services.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';

export const listBuildingBlocks = defineTool({
  name: 'list_building_blocks',
  description:
    'Lists what a pipeline can be made of here: kinds of nodes and triggers, tools, agents and other pipelines. With names it ' +
    'gives all fields of these kinds, and all arguments of these tools.',
  category: 'system',
  plan: 'free',
  rateLimit: { minute: 120 },
  cacheMs: 0,
  example: { names: ['approval'] },
  schema: z.strictObject({
    names: z
      .array(z.string())
      .max(20)
      .default([])
      .describe('Kinds, tools or agents to describe in full. Left out: the list of all'),
  }),
  label: ({ names = [] }) => names.join(', '),
  async handle({ names }, { services }: ToolContext<Services>): Promise<Json> {
    const parts = await services.authoring.parts();
    return names.length === 0 ? overview(parts) : names.map((name) => inFull(name, parts));
  },
});

const kinds = { ...nodeKinds, ...triggerKinds } as Record<
  string,
  { description?: string; schema: z.ZodType; example?: object; ports?: unknown }
>;

function overview({ tools, agents, pipelines }: Parts): Json {
  return {
    nodeKinds: listed(nodeKinds),
    triggerKinds: listed(triggerKinds),
    tools: tools.map(({ name, description, sideEffect, missing }) => ({
      name,
      does: cutText(description, 160),
      ...(sideEffect && { sideEffect }),
      ...(missing !== undefined && { missing }),
    })),
    agents: Object.values(agents).map(({ name, role, output }) => ({
      name,
      role,
      gives: typeof output === 'string' ? output : output ? 'a form of its own' : 'a report',
    })),
    pipelines: pipelines.map(({ name, title }) => ({ name, title })),
  };
}

function listed(table: object): Json {
  return Object.keys(table).map((kind) => {
    const { description, example, ports } = kinds[kind]!;
    return JSON.parse(JSON.stringify({ kind, description, example, ports })) as Json;
  });
}

function inFull(name: string, { tools, agents, pipelines }: Parts): Json {
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (kind) return { kind: name, fields: z.toJSONSchema(kind.schema, { io: 'input' }) as Json };
  const tool = tools.find((one) => one.name === name || one.id === name);
  if (tool) {
    const { description, parameters, example = null } = tool;
    return { tool: name, description, parameters, example };
  }
  const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
  if (agent) {
    return { agent: name, role: agent.role, tools: agent.tools, output: agent.output ?? 'report' };
  }
  const pipeline = pipelines.find((one) => one.name === name);
  return pipeline
    ? { pipeline: name, inputs: pipeline.inputs }
    : { name, problem: 'not found; call without names for the list' };
}

import { createOpenAI } from '@ai-sdk/openai';
import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { createTool } from '@mastra/core/tools';
import { LibSQLStore } from '@mastra/libsql';
import { z } from 'zod';
import { instructions, riskReward, serve, tool } from './peer.mjs';

/** Mastra with LibSQL in a file. */
await serve(async ({ modelUrl, folder }) => {
  const storage = new LibSQLStore({ id: 'bench', url: `file:${folder}/mastra.db` });
  const openai = createOpenAI({ apiKey: 'none', baseURL: modelUrl });
  const inputSchema = z.object({
    side: z.string(),
    entryPrice: z.number(),
    stopPrice: z.number(),
    targetPrice: z.number(),
  });
  const counter = new Agent({
    id: 'counter',
    name: 'counter',
    instructions,
    model: openai.chat('gpt-5.2'),
    tools: {
      [tool.name]: createTool({
        id: tool.name,
        description: tool.description,
        inputSchema,
        execute: async (input) => riskReward(input.context ?? input),
      }),
    },
  });
  const mastra = new Mastra({ agents: { counter }, storage, logger: false });
  const agent = mastra.getAgent('counter');
  return async ({ task, turns }) => {
    const answer = await agent.generate(task, { maxSteps: turns + 1 });
    if (!answer.text.endsWith('Done.')) throw new Error(`The agent answered ${answer.text}`);
  };
});

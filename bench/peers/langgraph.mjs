import { tool as toolOf } from '@langchain/core/tools';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { instructions, riskReward, serve, tool } from './peer.mjs';

/** LangGraph.js with its checkpointer of PostgreSQL: a checkpoint after each step, written beside the next one. */
await serve(async ({ modelUrl, databaseUrl }) => {
  const checkpointer = PostgresSaver.fromConnString(databaseUrl);
  await checkpointer.setup();
  const model = new ChatOpenAI({
    model: 'gpt-5.2',
    apiKey: 'none',
    configuration: { baseURL: modelUrl },
    useResponsesApi: false,
  });
  const schema = z.object({
    side: z.string(),
    entryPrice: z.number(),
    stopPrice: z.number(),
    targetPrice: z.number(),
  });
  const tools = [toolOf(riskReward, { ...tool, schema })];
  const agent = createReactAgent({ llm: model, tools, prompt: instructions, checkpointer });
  return async ({ task, turns, id }) => {
    await agent.invoke(
      { messages: [{ role: 'user', content: task }] },
      { configurable: { thread_id: id }, recursionLimit: turns * 2 + 10 },
    );
  };
});

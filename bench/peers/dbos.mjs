import { DBOS } from '@dbos-inc/dbos-sdk';
import { instructions, riskReward, serve, tool } from './peer.mjs';

/** A loop of an agent as a workflow of DBOS: each call of the model and of the tool is a step of it. */
await serve(async ({ modelUrl, databaseUrl }) => {
  const parameters = {
    type: 'object',
    properties: Object.fromEntries([
      ['side', { type: 'string' }],
      ...['entryPrice', 'stopPrice', 'targetPrice'].map((name) => [name, { type: 'number' }]),
    ]),
  };
  const tools = [{ type: 'function', function: { ...tool, parameters } }];

  async function askModel(messages) {
    const response = await fetch(`${modelUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-5.2', messages, tools }),
    });
    const { choices } = await response.json();
    return choices[0].message;
  }

  const agent = DBOS.registerWorkflow(
    async (task) => {
      const messages = [
        { role: 'system', content: instructions },
        { role: 'user', content: task },
      ];
      for (;;) {
        const answer = await DBOS.runStep(() => askModel(messages), { name: 'model' });
        messages.push(answer);
        if (!answer.tool_calls) return answer.content;
        for (const { id, function: called } of answer.tool_calls) {
          const content = await DBOS.runStep(async () => riskReward(JSON.parse(called.arguments)), {
            name: called.name,
          });
          messages.push({ role: 'tool', tool_call_id: id, content });
        }
      }
    },
    { name: 'agent' },
  );
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: databaseUrl,
    logLevel: 'error',
    runAdminServer: false,
  });
  await DBOS.launch();
  return async ({ task, id }) => {
    const handle = await DBOS.startWorkflow(agent, { workflowID: id })(task);
    await handle.getResult();
  };
});

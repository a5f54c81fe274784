import { isJsonObject } from '../../contracts/json.ts';
import { models, records } from '../proxies.ts';
import { failure } from '../errors.ts';
import type { NodeRunner } from './runner.ts';
import { render } from '../payload.ts';

export const model: NodeRunner<'model'> = async (node, { run, nodePath, attempt, scope }) => {
  const { runId } = run;
  const conversationId = `${runId}/${nodePath}${attempt === 1 ? '' : `.try-${attempt}`}`;
  await records.openConversation.executeWithOptions({ summary: `${node.id} · open` }, [
    {
      runId,
      nodePath,
      conversationId,
      agent: {
        name: node.id,
        role: node.title ?? 'Model',
        instructions: String(render(node.system ?? '', scope)),
        models: node.models ?? [],
        tools: [],
        delegates: [],
        engine: 'react',
        limits: { turns: 1, time: node.timeout ?? '5m' },
      },
      task: String(render(node.prompt, scope)),
      delegates: {},
      maximumOutputTokens: node.maximumOutputTokens,
      temperature: node.temperature,
    },
  ]);
  const answer = await models.callModel.executeWithOptions({ summary: `${node.id} · model call` }, [
    { runId, nodePath, step: 'turn-1', conversationId, turn: 1, toolChoice: 'finish' },
  ]);
  if (answer.output === undefined) {
    throw failure({ type: 'NoAnswer', message: 'The model gave no answer.' });
  }
  const { output } = answer;
  return { output: isJsonObject(output) && 'report' in output ? { text: output.report } : output };
};

import { randomUUID } from 'node:crypto';
import type { GatewayResponse } from '../../../contracts/api/gateway/index.ts';
import type { TestApp } from '../support/app.ts';

/** Stores a response of a user, and gives its id. */
export async function storeResponse(
  { gatewayResponses }: TestApp['services'],
  user: string,
): Promise<string> {
  const response = { ...silent, id: `resp_${randomUUID()}` };
  await gatewayResponses.add({ id: response.id, user, previousId: null, input: [], response });
  return response.id;
}

const silent: Omit<GatewayResponse, 'id'> = {
  object: 'response',
  created_at: 0,
  completed_at: 0,
  status: 'completed',
  background: false,
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  model: 'openai:gpt-5.2',
  output: [],
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  store: true,
  temperature: null,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: null,
  truncation: 'disabled',
};

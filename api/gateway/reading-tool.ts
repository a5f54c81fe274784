import type { Json, JsonObject } from '../../contracts/base/json.ts';
import type { GatewayToolAnswer } from '../../contracts/models/gateway-call.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

/** Runs a tool without effects for whoever waits: what it gave, or why it gave nothing, as an object with `error`. */
export async function runReadingTool(
  { calls }: Pick<Services, 'calls'>,
  { tool, args, user }: { tool: string; args: JsonObject; user: string },
  signal: AbortSignal,
): Promise<{ result: Json; failed: boolean }> {
  try {
    const call = await calls.open<GatewayToolAnswer>({
      kind: 'tool',
      user,
      idempotencyKey: undefined,
      body: { tool, args },
      priority: 'high',
      request: { tool, args },
      summary: `tool ${tool}`,
    });
    return { result: (await call.answer(signal)).output, failed: false };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { result: { error: error.message }, failed: true };
  }
}

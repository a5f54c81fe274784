import { createHash } from 'node:crypto';
import { canonicalJson } from '../../contracts/base/json.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import type { Taint } from '../../contracts/tools/taint.ts';
import type { SideEffectPolicy } from '../../contracts/tools/side-effects.ts';

/** What decides on the side effects that an agent, or a node of a pipeline, asks for. */
export type AgentAsking = {
  /** As the profile or the node has it; of agents, what is set for this Baton may be stricter. */
  policy: SideEffectPolicy;
  /** Whether the profile has a person asked about every call of this tool, with a side effect or without. */
  always?: true;
  /** Whose content it rests on, where others wrote it. */
  taint: Taint;
  /** Whether a call that only makes smaller what is at risk is made without asking. */
  sparesRelief?: true;
  /** The approval that was asked for, where one was. */
  approval?: DecidedCall;
};

/** What a person was asked about a call, and how that came out. */
export type DecidedCall = {
  id: string;
  status: 'pending' | 'approved' | 'rejected' | 'expired' | 'withdrawn';
  by: string | null;
  comment: string | null;
  /** Of what was asked for, as {@link callHash} gives it. */
  hash: string;
  /** What was asked for. */
  askedArgs: Json;
  /** What was approved in place of that. */
  editedArgs: JsonObject | null;
};

/** SHA-256 of a call as canonical JSON, hex: what a person approves is this call and no other. */
export function callHash(tool: string, args: Json): string {
  return createHash('sha256')
    .update(canonicalJson([tool, args]))
    .digest('hex');
}

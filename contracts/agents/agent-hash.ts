import { sha256Hex } from '../base/hash.ts';
import { canonicalJson } from '../base/json.ts';
import type { AgentDefinition } from './profile.ts';

/** SHA-256 of an agent's canonical definition, hex: whether a default is written out does not change it. */
export function agentHash(agent: AgentDefinition): Promise<string> {
  return sha256Hex(canonicalJson(agent));
}

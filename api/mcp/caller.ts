import type { SideEffectTerms } from '../../contracts/tools/side-effects.ts';
import type { Services } from '../services.ts';

/** One request of a client: what it is worked with, and whom it is for. */
export type McpCaller = {
  services: Services;
  /** On whose behalf tools are called and runs are started. */
  user: string;
  /** Who asks, as records name them. */
  by: string;
  /** The only names that may be called; null, any. */
  tools: readonly string[] | null;
  /** Who decides on side effects of the tools that are called. */
  sideEffects: SideEffectTerms;
  /** Aborted when the client has gone. */
  signal: AbortSignal;
  /** Sends a progress notification, where the client has asked for them. */
  progress:
    | ((progress: { progress: number; total?: number; message?: string }) => void)
    | undefined;
  /** The key that the client gave to be able to send a call again. */
  idempotencyKey: string | undefined;
};

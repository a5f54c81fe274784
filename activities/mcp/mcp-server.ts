import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { McpDefinition } from './definition.ts';

/** What is known of a server: what it has, once it has said so. */
export type ServerView = {
  status: 'connected' | 'connecting' | 'failed';
  detail: string;
  /** By name; undefined until it has listed them for the first time. */
  definitions: ReadonlyMap<string, McpDefinition> | undefined;
  unusable: readonly string[];
};

/** There is no connection, and why. */
export class McpUnavailable extends Error {
  override readonly name = 'McpUnavailable';
  /** Whether the call had been sent. */
  readonly mayHaveArrived: boolean;
  constructor(message: string, { mayHaveArrived = false } = {}) {
    super(message);
    this.mayHaveArrived = mayHaveArrived;
  }
}

export type McpServer = {
  view(): ServerView;
  /** Settles when the first attempt to connect has ended, well or not. */
  ready: Promise<void>;
  /**
   * What it has, when it is connected.
   * @throws {McpUnavailable} where it is not connected in time.
   */
  definitions(signal: AbortSignal): Promise<ReadonlyMap<string, McpDefinition>>;
  /** @throws {McpUnavailable} where the connection ended before there was an answer. */
  call(
    tool: string,
    args: JsonObject,
    options: {
      key: string;
      timeoutMs: number;
      signal: AbortSignal;
      progress(message: string, fraction?: number): void;
    },
  ): Promise<CallToolResult>;
  /** Lists its tools anew, now. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

/** Calls of the gateway, each an activity of its own. What they are asked and answer is in the records. */
export interface GatewayActivities {
  /** @throws `ApplicationFailure` with the type of a `GatewayFailure`. */
  answerChat(input: { callId: string }): Promise<void>;
  /** Throws as `answerChat` does. */
  embedTexts(input: { callId: string }): Promise<void>;
  /** One tool run that no run stands around. Throws as `answerChat` does. */
  callTool(input: { callId: string }): Promise<void>;
  /** Looks into the memory of an agent, or has it forget. Throws as `answerChat` does. */
  askMemory(input: { callId: string }): Promise<void>;
}

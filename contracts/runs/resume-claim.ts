/** Who says that an agent may go on, what they tell it, and what proves that the API handed it on. */
export type ResumeClaim = {
  runId: string;
  /** Of the agent. */
  workflowId: string;
  by: string;
  instruction?: string;
  nonce?: string;
  seal?: string;
  /** How many such requests the agent was sent that did not count. */
  refused?: number;
};

/** What the seal is over. */
export function sealedResumption({
  workflowId,
  by,
  instruction,
  nonce,
}: Pick<ResumeClaim, 'workflowId' | 'by' | 'instruction' | 'nonce'>): object {
  return { resumes: workflowId, by, instruction, nonce };
}

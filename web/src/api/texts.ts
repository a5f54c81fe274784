/** Every text of what the app reads. */
export const texts = {
  titles: {
    delegation: (agent: string, turn: number) => `${agent} (delegated in turn ${turn})`,
    attempt: (attempt: number) => `attempt ${attempt}`,
  },
};

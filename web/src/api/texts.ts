/** Titles that the app gives to runs that it reads. */
export const texts = {
  titles: {
    delegation: (agent: string, turn: number) => `${agent} (delegated in turn ${turn})`,
    attempt: (attempt: number) => `attempt ${attempt}`,
  },
};

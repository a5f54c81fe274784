/** Titles that the app gives to runs that it reads, and what it says of rights. */
export const texts = {
  titles: {
    delegation: (agent: string, turn: number) => `${agent} (delegated in turn ${turn})`,
    attempt: (attempt: number) => `attempt ${attempt}`,
  },
  lack: (roles: string) => `You need the role ${roles} for this.`,
};

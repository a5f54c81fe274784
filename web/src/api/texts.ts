const partTitle = (part: string, of: string | undefined) =>
  of === undefined ? part : `${of}, ${part}`;

/** Titles that the app gives to runs that it reads, and what it says of rights. */
export const texts = {
  titles: {
    delegation: (agent: string, turn: number) => `${agent} (delegated in turn ${turn})`,
    item: (number: number, of: string | undefined) => partTitle(`item ${number}`, of),
    round: (number: number, of: string | undefined) => partTitle(`round ${number}`, of),
    attempt: (attempt: number) => `attempt ${attempt}`,
  },
  lack: (roles: string) => `You need the role ${roles} for this.`,
};

/** Texts of arguments that an approval approved. */
export const approvedTexts = {
  use: (approval: string) => `Use the arguments that ${approval} approved`,
  from: (approval: string) => `These are the arguments that ${approval} approves. Set them there.`,
  go: (approval: string) => `Set them in ${approval}`,
};

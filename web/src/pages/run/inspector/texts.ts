/** Texts of an error. */
export const errorTexts = {
  details: 'Details',
  openNode: (title: string) => `Open ${title}`,
  openModels: 'Open Models',
};

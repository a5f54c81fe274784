/** Texts of form controls. */
export const texts = {
  budget: {
    label: 'Budget (USD)',
    help: 'Maximum cost of model calls. Empty: no limit',
  },
  copy: {
    button: (what: string) => `Copy ${what}`,
    copied: (what: string) => `Copied the ${what}.`,
    failed: (what: string) =>
      `The browser blocked copying. Select the ${what} and copy it by hand.`,
  },
  required: 'required',
  loading: 'Loading…',
  ambiguousComma: 'the comma is ambiguous; write 1000 or 1.5, without a comma',
  status: {
    label: 'Status',
    all: 'All statuses',
  },
  user: {
    label: 'User',
    all: 'All users',
  },
};

/** When a version of a pipeline becomes the live one, which runs start with: when it is saved, or when somebody promotes it. */
export const publishings = ['on-save', 'by-hand'] as const;
export type Publishing = (typeof publishings)[number];

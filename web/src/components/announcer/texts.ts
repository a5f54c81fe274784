/** Texts for those who hear the app. */
export const texts = {
  label: 'What happened',
};

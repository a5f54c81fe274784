/** Texts of the choice of colours. */
export const texts = {
  theme: 'Theme',
  system: 'System theme',
  light: 'Light theme',
  dark: 'Dark theme',
};

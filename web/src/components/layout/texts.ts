/** Texts of layout components. */
export const texts = {
  loading: 'Loading…',
  partMissing: 'Part of the app could not be loaded. Reload the page.',
  dismiss: 'Dismiss',
  split: {
    size: (panel: string) => `Resize ${panel}`,
    hint: 'Drag to resize, double-click to collapse',
    show: (panel: string) => `Show ${panel}`,
  },
};

/** Every text of this room. */
export const texts = {
  loading: 'Loading…',
  split: {
    size: (panel: string) => `Resize ${panel}`,
    hint: 'Drag to resize, double-click to collapse',
    show: (panel: string) => `Show ${panel}`,
  },
};

/** What the gallery is narrowed down by. */
export type GallerySearch = { text?: string; field?: string };

/** What the address asks for; what is not a filter is left out. */
export function gallerySearchOf({ text, field }: Record<string, unknown>): GallerySearch {
  return {
    ...(typeof text === 'string' && text !== '' && { text }),
    ...(typeof field === 'string' && field !== '' && { field }),
  };
}

/** Categories are looked up by the page: their list would come with the first load of the app. */
export type ToolsSearch = { category?: string; text?: string };

/** What the address asks for; what is not a filter is left out. */
export function toolsSearchOf({ category, text }: Record<string, unknown>): ToolsSearch {
  return {
    ...(typeof category === 'string' && category !== '' && { category }),
    ...(typeof text === 'string' && text !== '' && { text }),
  };
}

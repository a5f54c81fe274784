import { createContext, use } from 'react';

/** Whether what is shown stands alone, as on the page of a link: nothing more can be asked of the server. */
export const AloneContext = createContext(false);

export function useIsAlone(): boolean {
  return use(AloneContext);
}

import { useQuery } from '@tanstack/react-query';
import type { Right } from '../../../contracts/access/roles.ts';
import { lackText } from './lack-text.ts';
import { queries } from './queries.ts';

/** Whether one may do something; undefined until that is known. */
export function useRight(right: Right): boolean | undefined {
  return useQuery(queries.me()).data?.rights.includes(right);
}

/** Why one may not do something; undefined where one may, or it is not known yet: the API checks again. */
export function useLack(right: Right): string | undefined {
  return useRight(right) === false ? lackText(right) : undefined;
}

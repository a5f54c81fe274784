import { isGrpcServiceError } from '@temporalio/client';
import type { OperatorService } from '@temporalio/client';
import { keywordText, searchAttributes } from '../../contracts/temporal/search-attributes.ts';
import type { SearchAttribute } from '../../contracts/temporal/search-attributes.ts';

export type SearchAttributePairs = {
  key: { name: string; type: 'KEYWORD' };
  value: string;
}[];

type Operator = Pick<OperatorService, 'listSearchAttributes' | 'addSearchAttributes'>;

/** Temporal's number for the type. */
const keyword = 2;
/** Where they could not be registered, it is tried again after this time. */
const tryAgainMs = 10 * 60_000;
const [unavailable, deadlineExceeded] = [14, 4];

/**
 * Whether runs can be started with search attributes: those that the namespace lacks are registered first, which
 * needs the right to change it. Where that is not given, runs do without, and nothing else changes.
 * @param operator undefined where there is no operator service.
 */
export function searchAttributesOf(operator: Operator | undefined, namespace: string) {
  let known: Promise<boolean> | undefined;
  let refusedAt = -Infinity;

  async function register(service: Operator): Promise<boolean> {
    try {
      const { customAttributes } = await service.listSearchAttributes({ namespace });
      const missing = Object.values(searchAttributes).filter((name) => !customAttributes[name]);
      if (missing.length === 0) return true;
      await service.addSearchAttributes({
        namespace,
        searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
      });
      return true;
    } catch (error) {
      const isAway =
        isGrpcServiceError(error) && [unavailable, deadlineExceeded].includes(error.code);
      if (!isAway) refusedAt = Date.now();
      known = undefined;
      return false;
    }
  }

  return {
    async areThere(): Promise<boolean> {
      if (!operator || Date.now() - refusedAt < tryAgainMs) return false;
      known ??= register(operator);
      return known;
    },
    /** Temporal does not know them: for a while it is not asked with them. */
    refuse(): void {
      refusedAt = Date.now();
      known = undefined;
    },
  };
}

/** Values as Temporal takes them; what a run does not have is left out. */
export function searchAttributePairs(
  values: Partial<Record<SearchAttribute, string>>,
): SearchAttributePairs {
  return Object.entries(values).map(([attribute, value]) => ({
    key: { name: searchAttributes[attribute as SearchAttribute], type: 'KEYWORD' },
    value: keywordText(value),
  }));
}

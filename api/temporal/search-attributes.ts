import { isGrpcServiceError } from '@temporalio/client';
import type { OperatorService } from '@temporalio/client';
import type { Json } from '../../contracts/base/json.ts';
import {
  keywordText,
  moreSearchAttributes,
  searchAttributes,
} from '../../contracts/temporal/search-attributes.ts';

export type SearchAttributePairs = {
  key: { name: string; type: 'KEYWORD' };
  value: string;
}[];

/** Search attributes by their names, and what each says of a run's input; nothing, where the run does without. */
export type InputAttributes = Readonly<
  Record<string, (input: Record<string, Json>) => string | undefined>
>;

type Operator = Pick<OperatorService, 'listSearchAttributes' | 'addSearchAttributes'>;

/** Temporal's number for the type. */
const keyword = 2;
/** Where they could not be registered, it is tried again after this time. */
const tryAgainMs = 10 * 60_000;
const [unavailable, deadlineExceeded] = [14, 4];

/**
 * The search attributes that runs can be started with: those that the namespace lacks are registered first, which needs the
 * right to change it. Where that is not given, runs do without, and nothing else changes; those that it has no room for are left out.
 * @param operator undefined where there is no operator service.
 * @param more names of attributes besides those that every run has.
 */
export function searchAttributesOf(
  operator: Operator | undefined,
  namespace: string,
  more: readonly string[] = [],
) {
  const names = new Set([...Object.values(searchAttributes), ...more]);
  let known: Promise<ReadonlySet<string> | undefined> | undefined;
  let refusedAt = -Infinity;

  async function add(service: Operator, missing: readonly string[]): Promise<void> {
    if (missing.length === 0) return;
    await service.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
    });
  }

  async function register(service: Operator): Promise<ReadonlySet<string> | undefined> {
    try {
      const { customAttributes } = await service.listSearchAttributes({ namespace });
      const lacks = (name: string) => !customAttributes[name];
      await add(service, [...names].filter(lacks));
      const usable = new Set(names);
      for (const name of Object.values(moreSearchAttributes)) {
        const isThere =
          !lacks(name) ||
          (await add(service, [name]).then(
            () => true,
            () => false,
          ));
        if (isThere) usable.add(name);
      }
      return usable;
    } catch (error) {
      const isAway =
        isGrpcServiceError(error) && [unavailable, deadlineExceeded].includes(error.code);
      if (!isAway) refusedAt = Date.now();
      known = undefined;
      return undefined;
    }
  }

  return {
    /** Their names; undefined where runs do without. */
    async usable(): Promise<ReadonlySet<string> | undefined> {
      if (!operator || Date.now() - refusedAt < tryAgainMs) return undefined;
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

/** Values by the names of their attributes, as Temporal takes them; what a run does not have is left out. */
export function searchAttributePairs(
  values: Record<string, string | null | undefined>,
): SearchAttributePairs {
  return Object.entries(values).flatMap(([name, value]) =>
    value ? [{ key: { name, type: 'KEYWORD' }, value: keywordText(value) }] : [],
  );
}

/** The two runs that are compared, in the address, so that a link shows the same. */
export type ComparedIds = { one?: string; other?: string };

export function comparedIdsOf({ one, other }: Record<string, unknown>): ComparedIds {
  return {
    ...(typeof one === 'string' && one !== '' && { one }),
    ...(typeof other === 'string' && other !== '' && { other }),
  };
}

import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';

/**
 * A plain value whose parts are those of the value before where they say the same: what was drawn of them is not drawn
 * again.
 */
export function useKept<Value>(value: Value): Value {
  const last = useRef(value);
  const kept = useMemo(() => replaceEqualDeep(last.current, value), [value]);
  useEffect(() => {
    last.current = kept;
  }, [kept]);
  return kept;
}

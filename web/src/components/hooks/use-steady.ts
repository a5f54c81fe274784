import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Record<string, (...given: never[]) => unknown>;

/**
 * Functions that stay the same from one drawing to the next and do what the newest ones do: who was given them need not
 * be drawn again because they were written anew.
 */
export function useSteady<Given extends Handlers>(handlers: Given): Given {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(handlers).map((name) => [
          name,
          (...given: never[]) => latest.current[name]?.(...given),
        ]),
      ) as Given,
  );
  return steady;
}

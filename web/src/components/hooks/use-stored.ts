import { useState } from 'react';

/** A small state that the browser remembers, such as the size of a panel. */
export function useStored<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => read(name) ?? initial);
  return [
    value,
    (next) => {
      setValue(next);
      try {
        localStorage.setItem(`baton:${name}`, JSON.stringify(next));
      } catch {
        // Where nothing may be stored, it is forgotten with the page.
      }
    },
  ];
}

function read<Value>(name: string): Value | undefined {
  try {
    const text = localStorage.getItem(`baton:${name}`);
    return text === null ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}

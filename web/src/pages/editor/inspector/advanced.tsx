import { useState } from 'react';
import type { ReactNode } from 'react';
import { useStored } from '../../../components/hooks/use-stored.ts';
import { texts } from './texts.ts';

type AdvancedProps = {
  /** Whether it holds what must be seen: something that was set, or that has a problem. */
  isNeeded: boolean;
  children: ReactNode;
};

/** The settings that few need. Who opens them finds them open from then on, at every node. */
export function Advanced({ isNeeded, children }: AdvancedProps) {
  const [isUsual, setIsUsual] = useStored('advanced-settings', false);
  const [isClosed, setIsClosed] = useState(false);
  const isOpen = isUsual || (isNeeded && !isClosed);
  return (
    <details open={isOpen} className="mt-2 border-t border-line pt-4">
      <summary
        className="cursor-pointer font-semibold"
        onClick={(event) => {
          // At once, and not when the browser has opened it: the next Tab goes into it.
          event.preventDefault();
          setIsClosed(isOpen);
          setIsUsual(!isOpen);
        }}
      >
        {texts.node.advanced}
      </summary>
      {isOpen && <div className="mt-4 flex flex-col gap-4">{children}</div>}
    </details>
  );
}

import { Check, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { GateCheck } from '../../api/trading.ts';
import { words } from '../../../components/values/words.ts';
import { texts } from './texts.ts';

/** What each gate says to an order: those that deny it first, with what to do. */
export function GateChecks({ checks }: { checks: GateCheck[] }) {
  const section = useRef<HTMLElement>(null);
  // They decide what can be done next: they are in sight as soon as they are there.
  // In braces: newer browsers return a promise, which React would take for the way to undo it.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const denied = checks.filter(({ denial }) => denial !== null);
  const passed = checks.filter(({ denial }) => denial === null);
  return (
    <section
      ref={section}
      aria-label={texts.checks.label}
      role="status"
      className="rounded-md bg-canvas p-3"
    >
      <h3 className="font-medium">
        {denied.length === 0
          ? texts.checks.passed(checks.length)
          : texts.checks.denied(denied.length, checks.length)}
      </h3>
      {denied.length > 0 && (
        <ul className="mt-2 grid gap-2">
          {denied.map(({ gate, denial }) => (
            <li key={gate} className="flex gap-2">
              <X aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
              <span>
                <span className="font-medium text-bad">{words(gate)}:</span> {denial}
              </span>
            </li>
          ))}
        </ul>
      )}
      {passed.length > 0 && (
        <ul className="mt-2 grid grid-cols-2 gap-x-4 text-[12px] text-muted sm:grid-cols-3">
          {passed.map(({ gate }) => (
            <li key={gate} className="flex items-center gap-1.5">
              <Check aria-label={texts.checks.pass} className="size-3.5 shrink-0 text-good" />
              {words(gate)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

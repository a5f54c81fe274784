import { RadioReceiver } from 'lucide-react';
import type { AwaitedEvent, RunView } from '../../../../../contracts/api/index.ts';
import { texts } from '../texts.ts';
import { fullTime } from '../../../components/values/instant.ts';

/** The events that a run waits for, each with what counts as one and how it is sent. */
export function AwaitedEvents({ run: { waitsFor } }: { run: Pick<RunView, 'waitsFor'> }) {
  if (waitsFor.length === 0) return null;
  return (
    <ul className="mt-1 pl-8">
      {waitsFor.map((wait) => (
        <Wait key={wait.nodePath} wait={wait} />
      ))}
    </ul>
  );
}

function Wait({ wait }: { wait: AwaitedEvent }) {
  const { nodePath, event, when, from, until, problem } = wait;
  const terms = [
    when !== null && texts.header.awaited.when(when),
    from !== null && texts.header.awaited.from(from.join(', ')),
    until !== null && texts.header.awaited.until(fullTime(until)),
  ].filter((text) => text !== false);
  return (
    <li className="text-wait">
      <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
        <RadioReceiver aria-hidden className="size-3.5" />
        {[texts.header.awaited.event(nodePath, event), ...terms].join(' · ')}
      </span>
      {problem !== null && <p className="text-bad">{problem}</p>}
      <details className="text-text">
        <summary className="cursor-pointer text-muted">{texts.header.awaited.send}</summary>
        <pre className="mt-1 overflow-x-auto rounded border border-line bg-raised p-2 text-[12px] select-all">
          {waysToSend(event)}
        </pre>
      </details>
    </li>
  );
}

/** The command and the request that send an event. */
function waysToSend(event: string): string {
  const body = JSON.stringify({ name: event, data: {} });
  return [
    `npx baton event send ${event} --data '{}'`,
    '',
    `curl -X POST ${location.origin}/api/v1/events \\`,
    `  -H "authorization: Bearer $(cat .baton/api-key)" -H 'content-type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');
}

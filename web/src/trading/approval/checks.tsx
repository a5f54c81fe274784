import { texts } from '../texts.ts';

const passed = ': passed';

/** What each risk check says to an order: those that let it pass are counted, and named when asked for. */
export function Checks({ lines }: { lines: string[] }) {
  const good = lines.filter((line) => line.endsWith(passed));
  const others = lines.filter((line) => !line.endsWith(passed));
  return (
    <div>
      {others.map((line) => (
        <p key={line} className="text-bad">
          {line}
        </p>
      ))}
      {good.length > 0 && (
        <details>
          <summary className="cursor-pointer text-good max-md:py-2.5">
            {texts.checks.passed(
              others.length === 0 ? `All ${good.length}` : `${good.length} of ${lines.length}`,
            )}
          </summary>
          <ul className="mt-1 border-l border-line pl-3 text-muted">
            {good.map((line) => (
              <li key={line}>{line.slice(0, -passed.length)}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

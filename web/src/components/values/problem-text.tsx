import { Button } from '../controls/button.tsx';
import { texts } from './texts.ts';

type ProblemTextProps = { error: Error; onRetry: () => void; isTrying: boolean };

/** What went wrong, where one looks for what did not come, and a way to ask again. */
export function ProblemText({ error, onRetry, isTrying }: ProblemTextProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 py-2">
      <p className="text-bad">{error.message}</p>
      <Button onClick={onRetry} disabled={isTrying}>
        {isTrying ? texts.retrying : texts.retry}
      </Button>
    </div>
  );
}

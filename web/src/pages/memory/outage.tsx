import { ProblemText } from '../../components/values/problem-text.tsx';
import { texts } from './texts.ts';

type OutageProps = {
  error: Error;
  /** Whether the agent fails without its memory; undefined where that is not known. */
  isRequired: boolean | undefined;
  onRetry: () => void;
  isTrying: boolean;
};

/** In place of memories that cannot be read: why, and what that means for the agent. */
export function Outage({ error, isRequired, onRetry, isTrying }: OutageProps) {
  return (
    <>
      <ProblemText error={error} onRetry={onRetry} isTrying={isTrying} />
      {isRequired !== undefined && (
        <p className="text-muted">{isRequired ? texts.outage.required : texts.outage.optional}</p>
      )}
    </>
  );
}

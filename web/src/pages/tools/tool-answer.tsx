import type { ToolResult } from '../../../../contracts/api/index.ts';
import { ResultView } from '../../components/values/result-view.tsx';
import { duration } from '../../components/values/time.tsx';
import { texts } from './texts.ts';

/** What a tool gave. */
export function ToolAnswer({ result: { output, metadata } }: { result: ToolResult }) {
  return (
    <div role="status" className="mt-4">
      <p className="mb-1 text-muted">
        {metadata.cached ? texts.try.cached : texts.try.took(duration(metadata.executionMs))}
      </p>
      <div
        role="region"
        aria-label={texts.try.answer}
        tabIndex={0}
        className="overflow-x-auto rounded-md bg-canvas p-3"
      >
        <ResultView value={output} />
      </div>
    </div>
  );
}

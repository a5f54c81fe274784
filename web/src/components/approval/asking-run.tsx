import type { ApprovalView } from '../../../../contracts/api/index.ts';
import { inputText } from '../controls/input-text.ts';

/** The run that asks, in one line: its pipeline, and what it was started with. */
export function AskingRun({ run: { pipeline, title, input } }: Pick<ApprovalView, 'run'>) {
  const name = title ?? pipeline;
  const given = inputText(input);
  return (
    <p className="truncate" title={`${name} ${given}`}>
      {name} <span className="font-mono text-[12px] text-muted">{given}</span>
    </p>
  );
}

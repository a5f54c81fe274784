import { Wrench } from 'lucide-react';
import { Button } from '../../../components/controls/button.tsx';
import { approvalToShow, showCall } from '../../../document/edits/show-call.ts';
import { useEdits } from '../commands/use-edits.ts';
import type { PlacedProblem } from '../model/problem-places.ts';
import { useEditor } from '../state/use-editor.ts';
import { texts } from '../texts.ts';

type ShowCallButtonProps = {
  /** The node that the warning is about. */
  node: string;
  warning: PlacedProblem;
};

/** Lets the approval before a call show exactly that call, where a warning is that it does not; else nothing. */
export function ShowCallButton({ node, warning }: ShowCallButtonProps) {
  const { edit } = useEdits();
  const document = useEditor(({ history }) => history.present.document);
  const isOfOwnCall = warning.at[2] === 'tool';
  const approval = isOfOwnCall ? approvalToShow(document, node) : undefined;
  if (approval === undefined) return null;
  return (
    <Button className="mt-1" onClick={() => edit((before) => showCall(before, { approval, node }))}>
      <Wrench aria-hidden className="size-4" />
      {texts.problems.showCall(approval)}
    </Button>
  );
}

import { Button } from '../../../../components/controls/button.tsx';
import type { Json } from '../../../../../../contracts/base/json.ts';
import { approvedIn } from '../../../../../../contracts/pipelines/approved-call.ts';
import { indexOfNode, nodeIn } from '../../../../document/raw.ts';
import { useSurface } from '../../state/panel.ts';
import { useEditor } from '../../state/use-editor.ts';
import { approvedTexts } from '../approved-texts.ts';

/** Where the arguments of a call are those that an approval approved: says so, and leads to where they are set. */
export function ApprovedFrom({ args }: { args: Json | undefined }) {
  const document = useEditor(({ history }) => history.present.document);
  const select = useEditor((state) => state.select);
  const { showPanel } = useSurface();
  const approval = approvedIn(args);
  if (approval === undefined || nodeIn(document, approval)?.['kind'] !== 'approval') return null;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-[12px] text-muted">
      {approvedTexts.from(approval)}
      <Button
        look="quiet"
        onClick={() => {
          select({ nodes: [approval], edges: [] });
          showPanel('settings', { at: `nodes.${indexOfNode(document, approval)}.args` });
        }}
      >
        {approvedTexts.go(approval)}
      </Button>
    </p>
  );
}

import type { Connection as FlowConnection, FinalConnectionState } from '@xyflow/react';
import { toast } from '../../../components/notices/toast.ts';
import type { PortEdge } from '../../../canvas/graph.ts';
import { useSteady } from '../../../components/hooks/use-steady.ts';
import { canConnect, leadsTo } from '../../../document/edits/edges.ts';
import type { Connection } from '../../../document/edits/edges.ts';
import type { CommandContext } from '../commands/commands.ts';
import { useSurface } from '../state/panel.ts';
import { texts } from '../texts.ts';

/** What the canvas does with an edge that is drawn with the mouse. */
export function useConnecting({ store, edits, view }: CommandContext) {
  const { openPalette } = useSurface();
  const current = () => store.getState().history.present.document;

  /** An edge that ends beside all cards asks what it is to lead to; one that must not be says why. */
  function onConnectEnd(event: MouseEvent | TouchEvent, state: FinalConnectionState) {
    const { fromNode, fromHandle, toNode } = state;
    if (!fromNode || fromHandle?.type !== 'source') return;
    if (toNode) {
      if (state.isValid || !leadsTo(current(), toNode.id, fromNode.id)) return;
      toast.error(texts.told.circle(fromNode.id, toNode.id), { id: 'circle' });
      return;
    }
    const point = 'changedTouches' in event ? event.changedTouches[0] : event;
    if (!point) return;
    openPalette('add', {
      place: view.current.placeAt(point),
      from: { id: fromNode.id, port: fromHandle.id ?? '' },
    });
  }

  return useSteady({
    onConnect: (connection: FlowConnection) => edits.connect(connectionOf(connection)),
    isValidConnection: (connection: FlowConnection | PortEdge) =>
      canConnect(current(), connectionOf(connection)),
    onConnectEnd,
  });
}

function connectionOf(connection: FlowConnection | PortEdge): Connection {
  const { source, sourceHandle, target } = connection;
  return { from: source, port: sourceHandle ?? '', to: target };
}

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, CircleStop, Copy, ExternalLink, History, Link2, RotateCw } from 'lucide-react';
import type { ListedRun } from '../../../../contracts/api/index.ts';
import { hasEnded } from '../../../../contracts/runs/run.ts';
import { queries } from '../../api/queries.ts';
import { useLack } from '../../api/use-right.ts';
import ContextMenu from '../../components/controls/context-menu.tsx';
import type { MenuPlace } from '../../components/controls/context-menu.tsx';
import type { MenuItem } from '../../components/controls/menu.tsx';
import { toast } from '../../components/notices/toast.ts';
import { texts } from './texts.ts';

type RunMenuProps = {
  run: ListedRun;
  place: MenuPlace;
  onCancel: () => void;
  onClose: () => void;
};

/** What can be done with a run of the list. */
export default function RunMenu({ run, place, onCancel, onClose }: RunMenuProps) {
  const navigate = useNavigate();
  const mayOperate = useLack('operate') === undefined;
  const stored = useQuery(queries.pipelines()).data?.items ?? [];
  const { id, pipeline, status, kind } = run;
  const address = `/runs/${id}`;
  const copy = (text: string) => () =>
    void navigator.clipboard.writeText(text).then(
      () => toast.success(texts.menu.copied),
      (error: Error) => toast.error(error.message),
    );
  const isOver = hasEnded(status);
  const isStored = kind !== 'task' && stored.some(({ name }) => name === pipeline);
  const items: (MenuItem | false)[] = [
    {
      title: texts.menu.open,
      icon: ArrowRight,
      onSelect: () => void navigate({ to: '/runs/$runId', params: { runId: id } }),
    },
    {
      title: texts.menu.openInTab,
      icon: ExternalLink,
      onSelect: () => void open(address, '_blank', 'noreferrer'),
    },
    mayOperate &&
      isOver &&
      status !== 'completed' && {
        title: texts.menu.retry,
        icon: History,
        onSelect: () =>
          void navigate({
            to: '/runs/$runId',
            params: { runId: id },
            search: { dialog: 'retry' },
          }),
      },
    mayOperate &&
      isStored && {
        title: texts.menu.runAgain,
        icon: RotateCw,
        onSelect: () =>
          void navigate({
            to: '/pipelines/$name',
            params: { name: pipeline },
            search: { again: id },
          }),
      },
    { title: texts.menu.copyId, icon: Copy, onSelect: copy(id) },
    { title: texts.menu.copyLink, icon: Link2, onSelect: copy(location.origin + address) },
    mayOperate &&
      !isOver && {
        title: texts.menu.cancel,
        icon: CircleStop,
        isDangerous: true,
        onSelect: onCancel,
      },
  ];
  return (
    <ContextMenu
      place={place}
      label={texts.menu.label(run.title ?? pipeline)}
      items={items.filter((item) => item !== false)}
      onClose={onClose}
    />
  );
}

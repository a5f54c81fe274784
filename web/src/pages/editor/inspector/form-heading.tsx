import { kindLook } from '../../../nodes/index.ts';
import { kindColor } from '../../../nodes/kind-shape.ts';

/** The kind of a node or trigger, above its settings. */
export function FormHeading({ kind }: { kind: Parameters<typeof kindLook>[0] }) {
  const { icon: Icon, title } = kindLook(kind);
  return (
    <h2 className="flex items-center gap-2 font-semibold">
      <span className="grid size-7 place-items-center rounded-lg bg-hover">
        <Icon aria-hidden className={`size-4 ${kindColor(kind)}`} />
      </span>
      {title}
    </h2>
  );
}

import { useRouter } from '@tanstack/react-router';
import { PaletteFrame, PaletteGroup, PaletteItem } from '../../components/palette/palette.tsx';
import { useDestinations } from './destinations.ts';
import { texts } from '../texts.ts';

/** Searches everything that one can go to. */
export function AppPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const groups = useDestinations().filter(({ items }) => items.length > 0);
  return (
    <PaletteFrame title={texts.palette.title} onClose={onClose}>
      {groups.map(({ title, items }) => (
        <PaletteGroup key={title} title={title}>
          {items.map(({ path, title: name, detail, icon: Icon }) => (
            <PaletteItem
              key={path}
              value={`${title} ${name} ${detail ?? ''}`}
              onSelect={() => {
                onClose();
                router.history.push(path);
              }}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="shrink-0 font-medium">{name}</span>
              <span className="truncate text-muted">{detail}</span>
            </PaletteItem>
          ))}
        </PaletteGroup>
      ))}
    </PaletteFrame>
  );
}

import { Monitor, Moon, Sun } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { chooseTheme, themes, useTheme } from './theme.ts';
import type { Theme } from './theme.ts';
import { texts } from './texts.ts';

const icons: Record<Theme, LucideIcon> = { system: Monitor, light: Sun, dark: Moon };

/** Chooses between the system's colours, light and dark ones. */
export function ThemeSwitch({ isUpright = false }: { isUpright?: boolean }) {
  const theme = useTheme();
  return (
    <fieldset
      className={`flex w-fit shrink-0 gap-0.5 rounded-md border border-line p-0.5 ${isUpright ? 'flex-col' : ''}`}
    >
      <legend className="sr-only">{texts.theme}</legend>
      {themes.map((choice) => {
        const Icon = icons[choice];
        return (
          <label
            key={choice}
            title={texts[choice]}
            className="relative grid size-6 cursor-pointer place-items-center rounded text-muted hover:text-text has-checked:bg-hover has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent max-md:size-9"
          >
            <input
              type="radio"
              name="theme"
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
              aria-label={texts[choice]}
              checked={theme === choice}
              onChange={() => chooseTheme(choice)}
            />
            <Icon aria-hidden className="size-3.5" />
          </label>
        );
      })}
    </fieldset>
  );
}

import { Tabs as Parts } from 'radix-ui';
import type { ReactNode } from 'react';

export type Tab = { name: string; title: ReactNode; content: ReactNode };

type TabsProps = {
  label: string;
  tabs: Tab[];
  current: string;
  onChange: (name: string) => void;
};

/** Views of one thing, of which one is shown. Which one, its owner knows: it can be in the address. */
export function Tabs({ label, tabs, current, onChange }: TabsProps) {
  return (
    <Parts.Root value={current} onValueChange={onChange} activationMode="manual">
      <Parts.List
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line px-5"
      >
        {tabs.map(({ name, title }) => (
          <Parts.Trigger
            key={name}
            value={name}
            className="-mb-px min-h-9 shrink-0 border-b-2 border-transparent px-2 text-muted hover:text-text data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text"
          >
            {title}
          </Parts.Trigger>
        ))}
      </Parts.List>
      {tabs.map(({ name, content }) => (
        <Parts.Content key={name} value={name} className="outline-offset-[-2px]">
          {content}
        </Parts.Content>
      ))}
    </Parts.Root>
  );
}

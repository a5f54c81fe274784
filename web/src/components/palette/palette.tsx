import { Command as List } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { scoreOf } from './score.ts';
import { texts } from './texts.ts';

type PaletteFrameProps = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** What is searched, where the list depends on it. @default kept here */
  search?: { text: string; onChange: (text: string) => void };
  /** Whether more comes to the list: Enter waits for it where nothing fits yet. */
  isLoading?: boolean;
  /** What is done with the focus when it has closed. @default back to where it was */
  onCloseAutoFocus?: (event: Event) => void;
};

/** A list to search in, over the page. */
export function PaletteFrame(props: PaletteFrameProps) {
  const { title, onClose, children, search, isLoading = false, onCloseAutoFocus } = props;
  const list = useRef<HTMLDivElement>(null);

  const isEntered = useRef(false);
  useEffect(() => {
    if (isLoading || !isEntered.current) return;
    // The list selects its best once it has been drawn.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.click(),
    );
    return () => cancelAnimationFrame(frame);
  }, [isLoading]);

  /** The best is selected, and first: it is in sight. */
  function onSearch(text: string) {
    isEntered.current = false;
    search?.onChange(text);
    requestAnimationFrame(() => list.current?.scrollTo({ top: 0 }));
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Content
          aria-describedby={undefined}
          {...(onCloseAutoFocus && { onCloseAutoFocus })}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-32px)] max-w-lg -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-raised shadow-xl"
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          <List
            label={title}
            loop
            onKeyDown={(event) => {
              const hasChoice = list.current?.querySelector('[aria-selected="true"]');
              if (event.key === 'Enter' && isLoading && !hasChoice) isEntered.current = true;
            }}
            filter={(value, text, words) => scoreOf(words?.[0] ?? value, text, words?.[1])}
          >
            <List.Input
              autoFocus
              {...(search && { value: search.text })}
              onValueChange={onSearch}
              placeholder={title}
              className="w-full border-b border-line bg-transparent px-4 py-3 text-[15px] outline-none"
            />
            <List.List ref={list} className="max-h-[50vh] overflow-auto p-1.5">
              <List.Empty className="px-3 py-6 text-center text-muted">{texts.none}</List.Empty>
              {children}
            </List.List>
          </List>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function PaletteGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <List.Group
      heading={title}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-[11px] [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </List.Group>
  );
}

/** What an item is called, whole on however many lines, and what it is, below or beside it. */
export function PaletteLabel({ title, detail }: { title: string; detail?: string | undefined }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
      <span className="font-medium wrap-anywhere">{title}</span>
      {detail && <span className="line-clamp-2 text-muted wrap-anywhere">{detail}</span>}
    </span>
  );
}

/**
 * @param props.value what is searched in.
 * @param props.title what it is called: what is searched is looked for there first.
 * @param props.id what it stays selected by where that changes while one types.
 */
export function PaletteItem(props: {
  value: string;
  title?: string;
  id?: string;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <List.Item
      value={props.id ?? props.value}
      keywords={[props.value, ...(props.title === undefined ? [] : [props.title])]}
      onSelect={props.onSelect}
      className="flex cursor-default items-center gap-2.5 rounded-md px-3 py-2 data-[selected=true]:bg-hover"
    >
      {props.children}
    </List.Item>
  );
}

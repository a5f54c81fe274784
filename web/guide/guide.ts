import MiniSearch from 'minisearch';
import type { Found } from './found.ts';
import './guide.css';

// The site of the documents: its search, and a button that copies a block of code.

const mostResults = 12;
const input = document.querySelector<HTMLInputElement>('#search')!;
const list = document.querySelector<HTMLOListElement>('#results')!;
let loading: Promise<MiniSearch<Found>> | undefined;

/** The texts are loaded once somebody searches. */
function load(): Promise<MiniSearch<Found>> {
  loading ??= (async () => {
    const response = await fetch('/guide/search.json');
    if (!response.ok) throw new Error(`The search cannot be loaded (${response.status}).`);
    const index = new MiniSearch<Found>({
      fields: ['title', 'page', 'text'],
      storeFields: ['title', 'page'],
      searchOptions: {
        boost: { title: 4, page: 3 },
        prefix: true,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        combineWith: 'AND',
      },
    });
    index.addAll((await response.json()) as Found[]);
    return index;
  })();
  loading.catch(() => (loading = undefined));
  return loading;
}

async function search(): Promise<void> {
  const words = input.value.trim();
  if (words === '') return show([]);
  try {
    const results = (await load()).search(words).slice(0, mostResults);
    // Another letter was typed meanwhile.
    if (input.value.trim() !== words) return;
    show(results.length > 0 ? results.map(linkOf) : [note(`Nothing found for “${words}”.`)]);
  } catch (error) {
    show([note(error instanceof Error ? error.message : String(error))]);
  }
}

function linkOf({ id, title, page }: Record<string, unknown>): HTMLElement {
  const link = document.createElement('a');
  link.href = String(id);
  link.textContent = String(title);
  const place = document.createElement('small');
  place.textContent = title === page ? '' : String(page);
  link.append(place);
  return link;
}

function note(text: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

function show(entries: readonly HTMLElement[]): void {
  list.replaceChildren(
    ...entries.map((entry) => {
      const item = document.createElement('li');
      item.append(entry);
      return item;
    }),
  );
  list.hidden = entries.length === 0;
}

function move(by: number): void {
  const stops = [input, ...list.querySelectorAll('a')] as HTMLElement[];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[(at + by + stops.length) % stops.length]?.focus();
}

input.addEventListener('input', () => void search());
input.addEventListener('focus', () => void load().catch(() => undefined), { once: true });
document.addEventListener('keydown', (event) => {
  const isInSearch =
    event.target instanceof Node && input.closest('search')!.contains(event.target);
  if (event.key === '/' && !isInSearch && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    input.focus();
  } else if (isInSearch && event.key === 'Escape') {
    input.value = '';
    show([]);
    input.focus();
  } else if (isInSearch && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  } else if (event.target === input && event.key === 'Enter') {
    list.querySelector('a')?.click();
  }
});
// A link to a section of this page leaves the page as it is.
list.addEventListener('click', () => (list.hidden = true));

// Wide enough for a column of its own, the list of pages is always there.
const isWide = matchMedia('(min-width: 60rem)');
const pages = document.querySelector<HTMLDetailsElement>('.pages')!;
const unfold = () => (pages.open = isWide.matches);
isWide.addEventListener('change', unfold);
unfold();

for (const block of document.querySelectorAll<HTMLElement>('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
  });
  block.append(button);
  // It can be scrolled by keys.
  block.tabIndex = 0;
}

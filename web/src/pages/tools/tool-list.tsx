import { Link } from '@tanstack/react-router';
import { categoryTitle } from '../../../../contracts/tools/categories.ts';
import type { ToolView } from '../../../../contracts/api/index.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { findTools } from './find-tools.ts';
import { ToolLabels } from './tool-labels.tsx';
import { toolsSearchOf } from './tools-search.ts';
import type { ToolsSearch } from './tools-search.ts';
import { texts } from './texts.ts';

type ToolListProps = { tools: ToolView[]; search: ToolsSearch; isWide?: boolean };

/** The tools that fit the search, under their categories. */
export function ToolList({ tools, search, isWide = false }: ToolListProps) {
  const found = findTools(tools, search);
  if (found.length === 0) {
    return (
      <EmptyState title={texts.list.filtered}>
        <Link to="/tools" search={{}} className={buttonLook('plain')}>
          {texts.list.showAll}
        </Link>
      </EmptyState>
    );
  }
  return (
    <nav aria-label={texts.list.label} className={isWide ? 'columns-[280px] gap-4' : ''}>
      {found.map(({ category, tools: inCategory }) => (
        <section
          key={category}
          aria-labelledby={`category-${category}`}
          className="mb-5 break-inside-avoid"
        >
          <h2 id={`category-${category}`} className="mb-2 text-[12px] font-medium text-muted">
            {categoryTitle(category)}
          </h2>
          <ul className={isWide ? 'grid gap-3' : 'grid gap-1'}>
            {inCategory.map((tool) => (
              <li key={tool.name}>
                <ToolLink tool={tool} isCard={isWide} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function ToolLink({ tool, isCard }: { tool: ToolView; isCard: boolean }) {
  const { name, description, gap, missing } = tool;
  return (
    <Link
      to="/tools/$name"
      params={{ name }}
      search={(search) => toolsSearchOf(search)}
      className={`block h-full rounded-lg border px-3 py-2 hover:bg-hover ${isCard ? 'border-line bg-surface' : 'border-transparent'}`}
      activeProps={{ className: '!border-line bg-surface' }}
    >
      <span className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-mono font-medium wrap-anywhere">{name}</span>
        {gap && (
          <span title={gap.fix} className="text-[12px] text-wait">
            {gap.message}
          </span>
        )}
      </span>
      <ToolLabels tool={tool} />
      {missing !== undefined && (
        <span title={missing} className="line-clamp-1 text-[12px] text-wait">
          {texts.list.unavailable(missing)}
        </span>
      )}
      <span className="line-clamp-2 text-muted">{description}</span>
    </Link>
  );
}

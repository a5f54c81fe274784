import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { categoryTitle, toolCategories } from '../../../../contracts/tools/categories.ts';
import { queries } from '../../api/queries.ts';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { FileProblems } from '../agents/file-problems.tsx';
import { ToolDetails } from './tool-details.tsx';
import { toolsSearchOf } from './tools-search.ts';
import { texts } from './texts.ts';
import type { ToolView } from '../../../../contracts/api/index.ts';
import { buttonLook } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { findTools } from './find-tools.ts';
import { ToolLabels } from './tool-labels.tsx';
import type { ToolsSearch } from './tools-search.ts';

/** The tools by category; beside them, or on a narrow screen in their place, the one that was opened. */
export function ToolsPage(): ReactNode {
  const { name } = useParams({ strict: false });
  const { category: asked, ...text } = toolsSearchOf(useSearch({ strict: false }));
  const known = toolCategories.find((one) => one === asked);
  const search = { ...text, ...(known !== undefined && { category: known }) };
  const navigate = useNavigate();
  const query = useQuery(queries.tools());
  const categories = toolCategories
    .filter((one) => query.data?.items.some(({ category }) => category === one))
    .map((value) => ({ value, title: categoryTitle(value) }));
  const isOpen = name !== undefined;
  return (
    <>
      <PageHeader title={texts.page.title} tab={name}>
        <FilterBar
          className={isOpen ? 'max-lg:hidden' : ''}
          filters={[
            { name: 'text', label: texts.page.search },
            {
              name: 'category',
              label: texts.page.category,
              choice: { all: texts.page.allCategories, options: categories },
            },
          ]}
          values={search}
          onChange={(change, replace) =>
            void navigate({ to: '.', search: toolsSearchOf({ ...search, ...change }), replace })
          }
        />
      </PageHeader>
      <FileProblems problems={query.data?.problems ?? []} of="tool" />
      <div className="px-5 pb-8">
        <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
          {({ items }) =>
            isOpen ? (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
                <Link
                  to="/tools"
                  search={search}
                  className="inline-flex min-h-11 items-center gap-1 text-accent underline lg:hidden"
                >
                  <ChevronLeft aria-hidden className="size-4" />
                  {texts.page.allTools}
                </Link>
                <div className="max-lg:hidden">
                  <ToolList tools={items} search={search} />
                </div>
                <ToolDetails name={name} />
              </div>
            ) : (
              <ToolList tools={items} search={search} isWide />
            )
          }
        </Loaded>
      </div>
    </>
  );
}

type ToolListProps = { tools: ToolView[]; search: ToolsSearch; isWide?: boolean };

/** The tools that fit the search, under their categories. */
function ToolList({ tools, search, isWide = false }: ToolListProps) {
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
        <span title={missing} className="line-clamp-2 text-[12px] text-wait">
          {texts.list.unavailable(missing)}
        </span>
      )}
      <span className="line-clamp-2 text-muted">{description}</span>
    </Link>
  );
}

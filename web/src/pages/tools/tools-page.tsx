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
import { ToolList } from './tool-list.tsx';
import { toolsSearchOf } from './tools-search.ts';
import { texts } from './texts.ts';

/** The tools by category; beside them, or on a narrow screen in their place, the one that was opened. */
export function ToolsPage(): ReactNode {
  const { name } = useParams({ strict: false });
  const search = toolsSearchOf(useSearch({ strict: false }));
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

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from '../../api/queries.ts';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { Loaded } from '../../components/layout/loaded.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { gallerySearchOf } from './gallery-search.ts';
import { findTemplates } from './matches.ts';
import { TemplateCard } from './template-card.tsx';
import { texts } from './texts.ts';
import { useTemplates } from './use-templates.ts';

/** The pipelines that one begins with, each with its picture and what it needs. */
export function GalleryPage() {
  const search = gallerySearchOf(useSearch({ strict: false }));
  const navigate = useNavigate();
  const query = useQuery(queries.pipelines());
  const { templates, titleOf } = useTemplates();
  const fields = [...new Set(templates.map(({ field }) => field))];
  const found = findTemplates(templates, search.text ?? '', titleOf).filter(
    ({ field }) => search.field === undefined || field === search.field,
  );
  return (
    <>
      <PageHeader title={texts.title}>
        <FilterBar
          filters={[
            { name: 'text', label: texts.search },
            {
              name: 'field',
              label: texts.field,
              choice: {
                all: texts.anyField,
                options: fields.map((value) => ({ value, title: value })),
              },
            },
          ]}
          values={search}
          onChange={(change, replace) =>
            void navigate({ to: '.', search: gallerySearchOf({ ...search, ...change }), replace })
          }
        />
      </PageHeader>
      <p className="max-w-3xl px-5 pb-4 text-muted">{texts.intro}</p>
      <div className="px-5 pb-8">
        <Loaded query={query} skeleton={<SkeletonRows count={8} />}>
          {() =>
            found.length === 0 ? (
              <EmptyState title={texts.none}>
                <Link to="/gallery" className="text-accent underline">
                  {texts.showAll}
                </Link>
              </EmptyState>
            ) : (
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(290px,100%),1fr))] gap-4">
                {found.map((template) => (
                  <li key={template.name}>
                    <TemplateCard template={template} title={titleOf(template.name)} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

import { Link } from '@tanstack/react-router';
import { matchTemplates } from '../gallery/matches.ts';
import { TemplateCard } from '../gallery/template-card.tsx';
import { useTemplates } from '../gallery/use-templates.ts';
import { texts } from './texts.ts';

const most = 3;

/** The templates that come nearest to what was asked. */
export function Nearest({ request }: { request: string }) {
  const { templates, titleOf } = useTemplates();
  const found = matchTemplates(templates, request, titleOf).slice(0, most);
  return (
    <div className="grid gap-3">
      {found.length === 0 && <p>{texts.noMatch}</p>}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(260px,100%),1fr))] gap-4">
        {found.map((template) => (
          <li key={template.name}>
            <TemplateCard template={template} title={titleOf(template.name)} />
          </li>
        ))}
      </ul>
      <Link to="/gallery" className="justify-self-start text-accent underline">
        {texts.gallery}
      </Link>
    </div>
  );
}

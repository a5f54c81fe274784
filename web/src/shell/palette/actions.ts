import { BookOpen, Braces, LogOut, Monitor, Moon, Plus, Sun } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { chooseTheme } from '../../components/theme/theme.ts';
import { texts } from '../texts.ts';

/** Something that can be done from every page. */
type Action = { title: string; icon: LucideIcon; run: (goTo: (path: string) => void) => void };

export const actions: readonly Action[] = [
  { title: texts.actions.newPipeline, icon: Plus, run: (goTo) => goTo('/pipelines/new') },
  { title: texts.actions.systemTheme, icon: Monitor, run: () => chooseTheme('system') },
  { title: texts.actions.lightTheme, icon: Sun, run: () => chooseTheme('light') },
  { title: texts.actions.darkTheme, icon: Moon, run: () => chooseTheme('dark') },
  {
    title: texts.actions.docs,
    icon: BookOpen,
    run: () => void open('/guide/', '_blank', 'noreferrer'),
  },
  { title: texts.actions.apiDocs, icon: Braces, run: () => location.assign('/docs') },
  { title: texts.actions.signOut, icon: LogOut, run: signOut },
];

/** As the form of the sidebar does: its answer clears the cookie and leads to the page that signs in. */
function signOut(): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/sign-out';
  document.body.append(form);
  form.submit();
}

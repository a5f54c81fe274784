import type { SharedRun } from '../../../../contracts/api/index.ts';
import { ApiProblem, request } from '../../api/request.ts';
import { html } from '../run/share/html.ts';
import { pageOf } from '../run/share/page.ts';
import { reportOf } from '../run/share/report.ts';
import { shareTexts } from '../run/share/texts.ts';
import { locale } from '../../components/values/locale.ts';

const { link } = shareTexts;

/** Shows the run of the link that was opened in place of the app. Whoever has the link needs no account. */
export async function showShared(): Promise<void> {
  const token = location.hash.slice(1);
  if (token === '') return show(noticeOf(link.noLink, link.noLinkNote));
  try {
    const { titles, expiresAt, ...shared } = await request<SharedRun>('/shared-run', {
      method: 'POST',
      body: { token },
    });
    const titleOf = (path: string) =>
      titles[path] ??
      path
        .split('/')
        .map((id) => titles[id] ?? id)
        .join(' / ');
    const note = link.shown(new Date(expiresAt).toLocaleString(locale));
    show(reportOf({ ...shared, titleOf, note }));
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    show(noticeOf(link.closed, error.message));
  }
}

/** What was written into the page runs nothing: its scripts would not be started. */
function show(page: string): void {
  const shown = new DOMParser().parseFromString(page, 'text/html');
  document.replaceChild(document.adoptNode(shown.documentElement), document.documentElement);
}

function noticeOf(title: string, text: string): string {
  const notice = html`<main>
    <header>
      <h1>${title}</h1>
      <p>${text}</p>
    </header>
  </main>`;
  return pageOf(title, notice);
}

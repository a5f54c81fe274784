import type { SavedView } from '../../../contracts/api/index.ts';
import type { ViewPage } from '../../../contracts/api/views.ts';
import { request } from './request.ts';

const pathOf = (page: ViewPage, name: string) =>
  `/api/v1/views/${page}/${encodeURIComponent(name)}`;

/** Keeps a view of a list under a name, in place of what was there. */
export function saveView(
  page: ViewPage,
  name: string,
  search: SavedView['search'],
): Promise<SavedView> {
  return request<SavedView>(pathOf(page, name), { method: 'PUT', body: { search } });
}

export function deleteView(page: ViewPage, name: string): Promise<void> {
  return request<void>(pathOf(page, name), { method: 'DELETE' });
}

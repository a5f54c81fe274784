import type { UserView } from '../../../contracts/api/index.ts';
import { userPath } from './queries/users.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

/** What is set for one user alone; null is as for everyone. */
export type UserSettings = NonNullable<UserView['own']>;
/** What can be changed of a user. */
export type UserChange = Partial<UserSettings & Pick<UserView, 'roles' | 'groups'>>;

/** A link that signs a user in, once, within an hour. */
export async function createSignInLink(user: string): Promise<string> {
  const { link } = await request<{ link: string }>('/api/v1/sign-in-links', {
    method: 'POST',
    body: { user },
  });
  return link;
}

/**
 * Sets what a user may do with tools; what is left out stays as it is. It counts for calls with an effect at once.
 */
export async function setUser(id: string, changes: UserChange): Promise<UserView> {
  const user = await request<UserView>(userPath(id), { method: 'PATCH', body: changes });
  await queryClient.invalidateQueries({ queryKey: ['users'] });
  // They say what the user may call.
  await queryClient.invalidateQueries({ queryKey: ['tools'] });
  return user;
}

/** Tracking parameters, which do not change the content. */
const tracking =
  /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|cmpid|cmp|ref|ref_src|referrer|smid|sref|ito|ncid|taid|guccounter|guce_\w+|soc_src|soc_trk|mod|amp)$/i;

/**
 * Normalizes the URL of an article: removes its fragment and tracking parameters.
 * @param base URL of the page that contains a relative link.
 * @returns undefined unless it is a web URL without credentials.
 */
export function articleLink(text: string, base?: string): string | undefined {
  if (!URL.canParse(text, base)) return undefined;
  const url = new URL(text, base);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hash = '';
  const tracked = [...url.searchParams.keys()].filter((name) => tracking.test(name));
  for (const name of tracked) url.searchParams.delete(name);
  return url.href;
}

/** A key that is equal for links to the same article: host, path and sorted parameters. */
export function linkKey(link: string): string {
  const url = new URL(link);
  url.searchParams.sort();
  const host = url.host.replace(/^(www|m|mobile|amp)\./, '');
  const path = url.pathname.replace(/\/(amp\/?)?$/, '');
  return `${host}${path}${url.search}`;
}

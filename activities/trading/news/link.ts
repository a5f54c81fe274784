/** Parameters that say where a reader has come from, and not what is read. */
const tracking =
  /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|cmpid|cmp|ref|ref_src|referrer|smid|sref|ito|ncid|taid|guccounter|guce_\w+|soc_src|soc_trk|mod|amp)$/i;

/**
 * An article's address without what does not belong to it: its fragment, and parameters that track readers.
 * @param base where the link was written, for relative ones.
 * @returns undefined where it is no address of the web, such as `javascript:…`.
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

/** What two links to one article have in common: host, path and parameters, whatever their order. */
export function linkKey(link: string): string {
  const url = new URL(link);
  url.searchParams.sort();
  const host = url.host.replace(/^(www|m|mobile|amp)\./, '');
  const path = url.pathname.replace(/\/(amp\/?)?$/, '');
  return `${host}${path}${url.search}`;
}

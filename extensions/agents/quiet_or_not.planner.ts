import { definePlanner } from 'baton';

/** Looks only as far as needed: what crypto_watcher does first, and what it does where something is unusual. */
export default definePlanner({
  name: 'quiet_or_not',
  plan: ({ tools }) => {
    const has = (name: string) => tools.some((tool) => tool.name === name);
    const news = { id: 'reason', text: 'Only where something is unusual: search the news for why' };
    return {
      steps: [
        { id: 'price', text: 'Read the last price and its change over 24 hours' },
        { id: 'range', text: 'Read a day of hourly bars and indicators: is it out of its range?' },
        ...(has('search_news') ? [news] : []),
        { id: 'verdict', text: 'Say whether a person should look now, with the figures' },
      ],
    };
  },
});

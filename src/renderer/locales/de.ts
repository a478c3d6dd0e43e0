/** The German texts by file, loaded as one chunk when German is chosen. */
export const texts = import.meta.glob<Readonly<Record<string, string>>>(
  ['./de/*.json', '../../contract/locales/de/messages.json'],
  {
    eager: true,
    import: 'default',
  },
);

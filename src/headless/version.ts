import manifest from '../../package.json' with { type: 'json' };

/** Of the application, from its manifest. */
export const VERSION: string = manifest.version;
